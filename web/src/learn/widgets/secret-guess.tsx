/** Why never-indexed exists (RFC 7541 §7.1): the reader guesses a secret that only lengths give away. */
import { useState } from "react";
import { AnswerCache } from "../../engine/answers";
import { useInspector } from "../../session/inspector";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { DataTable } from "../../ui/data-table";
import { count, counted } from "../../ui/figures";
import { Note, Row } from "../../ui/layout";
import { SectionText } from "../../ui/section";
import { usePeek } from "../../ui/use-known";
import {
  allGuesses,
  draw,
  gainOf,
  KNOWN,
  nextGuesses,
  type Probe,
  probe,
  requestsOf,
  SCHEMES,
  type Scheme,
  standsOut,
} from "./attack";
import { Widget } from "./parts";

const DIGITS = 4;

const ABOUT: Record<Scheme, [title: string, words: string]> = {
  deflate: [
    "DEFLATE",
    "DEFLATE compresses the fields as text, as in SPDY. Your script on another website makes the victim's browser send requests: the guess is in the path, and the browser adds the cookie.",
  ],
  hpack: [
    "HPACK, cookies indexed",
    "Your requests share a connection, and so its table, with the victim's, as through a proxy. The guess is a cookie field of your own.",
  ],
  never: ["HPACK, cookies never indexed", "The same connection, but the encoder writes cookies as never indexed."],
};

/** By scheme, secret and guesses. */
const PROBES = new AnswerCache();

export function SecretGuess({ secret: given }: { secret?: string }) {
  const { functions } = useInspector().client;
  const peek = usePeek();
  const [secret, setSecret] = useState(() => given ?? draw(DIGITS));
  const [scheme, setScheme] = useState<Scheme>("deflate");
  /** The guesses of each attack. */
  const [attacks, setAttacks] = useState<readonly string[][]>([]);

  const results = attacks.flatMap((guesses): Probe[][] => {
    const ask = () => probe(functions, scheme, secret, guesses);
    const probes = peek(() => PROBES.read(JSON.stringify([scheme, secret, guesses]), ask) as Probe[]);
    return probes === null ? [] : [probes];
  });
  const probes = results.at(-1) ?? null;
  const found = results.reduce((found, probes) => standsOut(probes)?.guess ?? found, "");
  const isFound = found.length === DIGITS;
  const isBusy = results.length < attacks.length || isFound;

  function restart(scheme: Scheme, secret: string) {
    setScheme(scheme);
    setSecret(secret);
    setAttacks([]);
  }

  return (
    <Widget name="Guessing a secret from lengths">
      <Choice
        label="How fields are compressed"
        options={SCHEMES.map((scheme) => [scheme, ABOUT[scheme][0]] as const)}
        value={scheme}
        onChange={(scheme) => restart(scheme, secret)}
      />
      <Note>{ABOUT[scheme][1]}</Note>
      <p role="status">
        You know <strong className="mono">{`${KNOWN}${found.padEnd(DIGITS, "?")}`}</strong> after{" "}
        {counted(results.flat().length * requestsOf(scheme), "request")}.{" "}
        {isFound ? (
          <strong>{found === secret ? "That is the secret." : "That is not the secret."}</strong>
        ) : (
          probes !== null && <SectionText text={verdictOn(probes, scheme)} />
        )}
      </p>
      <Row>
        <Button look="primary" disabled={isBusy} onClick={() => setAttacks([...attacks, nextGuesses(found)])}>
          Try all ten next digits
        </Button>
        {scheme !== "deflate" && (
          <Button disabled={isBusy} onClick={() => setAttacks([...attacks, allGuesses(DIGITS)])}>
            Try all {count(10 ** DIGITS)}
          </Button>
        )}
        <Button onClick={() => restart(scheme, draw(DIGITS))}>New secret</Button>
      </Row>
      {probes !== null && probes.length <= 10 && <Sizes probes={probes} scheme={scheme} />}
    </Widget>
  );
}

function verdictOn(probes: Probe[], scheme: Scheme): string {
  const best = standsOut(probes);
  if (best !== null) return `${best.guess.at(-1)} stands out: its requests are shorter.`;
  if (scheme === "deflate") return "Several digits are equally short. A real attacker would send more requests.";
  if (scheme === "hpack") {
    return "Nothing stands out. HPACK compares whole values: a guess that is partly right is as long as one that is wrong (RFC 7541 §7.1.1).";
  }
  const all = probes.length > 10 ? ", although the right guess is among them" : "";
  return `Nothing stands out${all}: what is not in a table cannot be matched (RFC 7541 §7.1.3).`;
}

/** The sizes of the ten next digits, against those with another secret. */
function Sizes({ probes, scheme }: { probes: Probe[]; scheme: Scheme }) {
  const best = standsOut(probes);
  const requests = requestsOf(scheme);
  return (
    <DataTable
      figures
      wide
      aria-label="Sizes of the guesses"
      columns={[
        "guess",
        requests > 1 ? `${requests} requests, bytes` : "header block, bytes",
        "with another secret",
        "shorter by, bytes",
      ]}
    >
      {probes.map((probe) => (
        <tr key={probe.guess} data-best={probe === best || undefined}>
          <th scope="row" className="mono">
            {probe.guess}
          </th>
          <td>{count(probe.bytes)}</td>
          <td>{count(probe.otherwise)}</td>
          <td>{count(gainOf(probe))}</td>
        </tr>
      ))}
    </DataTable>
  );
}
