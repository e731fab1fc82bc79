/** Why never-indexed exists (RFC 7541 §7.1): the reader guesses a secret that only lengths give away. */
import { useState } from "react";
import { Answers } from "../../../engine/answers";
import { Button } from "../../../ui/button";
import { Choice } from "../../../ui/choice";
import { DataTable } from "../../../ui/data-table";
import { count, counted } from "../../../ui/figures";
import { Note, Row } from "../../../ui/layout";
import { Section } from "../../../ui/section";
import { usePeek } from "../../../ui/use-known";
import { Controls, useCore, Widget } from "../parts";
import {
  allGuesses,
  draw,
  KNOWN,
  nextGuesses,
  type Probe,
  probe,
  requestsOf,
  SCHEMES,
  type Scheme,
  standsOut,
} from "./attack";
import { DEFLATE_REQUESTS } from "./deflate";
import styles from "./secret-guess.module.css";

const DIGITS = 4;

const TITLES: Record<Scheme, string> = {
  deflate: "DEFLATE",
  hpack: "HPACK, cookies indexed",
  never: "HPACK, cookies never indexed",
};

const ABOUT: Record<Scheme, string> = {
  deflate:
    "DEFLATE compresses the fields as text, as in SPDY. Your script on another website makes the victim's browser send requests: the guess is in the path, and the browser adds the cookie.",
  hpack:
    "Your requests share a connection, and so its table, with the victim's, as through a proxy. The guess is a cookie field of your own.",
  never: "The same connection, but the encoder writes cookies as never indexed.",
};

type Attack = { guesses: string[]; whole: boolean };
type Result = { probes: Probe[]; whole: boolean };

/** By scheme, secret and guesses. */
const PROBES = new Answers();

export function SecretGuess({ secret: given }: { secret?: string }) {
  const core = useCore();
  const peek = usePeek();
  const [secret, setSecret] = useState(() => given ?? draw(DIGITS));
  const [scheme, setScheme] = useState<Scheme>("deflate");
  const [attacks, setAttacks] = useState<readonly Attack[]>([]);
  const [isShown, setShown] = useState(false);

  const results = attacks.flatMap(({ guesses, whole }): Result[] => {
    const ask = () => probe(core, scheme, secret, guesses);
    const probes = peek(() => PROBES.read(JSON.stringify([scheme, secret, guesses]), ask) as Probe[]);
    return probes === null ? [] : [{ probes, whole }];
  });
  const busy = results.length < attacks.length;
  const result = results.at(-1) ?? null;
  const requests = results.reduce((sum, { probes }) => sum + requestsOf(scheme, probes.length), 0);
  const found = results.reduce((found, { probes }) => standsOut(probes)?.guess ?? found, "");

  const restart = (scheme: Scheme, secret: string) => {
    setScheme(scheme);
    setSecret(secret);
    setAttacks([]);
  };
  const attack = (guesses: string[], whole: boolean) => setAttacks([...attacks, { guesses, whole }]);
  const isFound = found.length === DIGITS;

  return (
    <Widget name="Guessing a secret from lengths">
      <Choice
        label="How fields are compressed"
        options={SCHEMES.map((scheme) => [scheme, TITLES[scheme]] as const)}
        value={scheme}
        onChange={(scheme) => restart(scheme, secret)}
      />
      <Note>{ABOUT[scheme]}</Note>
      <Row gap="wide">
        <span>
          The victim's cookie:{" "}
          <code className={styles.secretCookie}>
            {KNOWN}
            {isShown ? secret : "?".repeat(DIGITS)}
          </code>
        </span>
        <Button aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? "Hide it" : "Show it"}
        </Button>
        <Button onClick={() => restart(scheme, draw(DIGITS))}>New secret</Button>
      </Row>
      <p role="status">
        You know <code className={styles.secretCookie}>{`${KNOWN}${found.padEnd(DIGITS, "?")}`}</code> after{" "}
        {counted(requests, "request")}.{" "}
        {isFound && <strong>{found === secret ? "That is the secret." : "That is not the secret."}</strong>}
        {!isFound && result !== null && <Verdict result={result} scheme={scheme} />}
      </p>
      <Controls>
        <Button look="primary" disabled={busy || isFound} onClick={() => attack(nextGuesses(found), false)}>
          Try all ten next digits
        </Button>
        {scheme !== "deflate" && (
          <Button disabled={busy || isFound} onClick={() => attack(allGuesses(DIGITS), true)}>
            Try all {count(10 ** DIGITS)}
          </Button>
        )}
      </Controls>
      {result !== null && !result.whole && <Sizes result={result} scheme={scheme} />}
    </Widget>
  );
}

function Verdict({ result, scheme }: { result: Result; scheme: Scheme }) {
  const best = standsOut(result.probes);
  if (best !== null) return <>{best.guess.at(-1)} stands out: its requests are shorter.</>;
  if (scheme === "deflate") return <>Several digits are equally short. A real attacker would send more requests.</>;
  if (scheme === "never") {
    return (
      <>
        Nothing stands out{result.whole && ", although the right guess is among them"}: what is not in a table cannot be
        matched <Section section="RFC 7541 §7.1.3" />.
      </>
    );
  }
  return (
    <>
      Nothing stands out. HPACK compares whole values: a guess that is partly right is as long as one that is wrong{" "}
      <Section section="RFC 7541 §7.1.1" />.
    </>
  );
}

/** The sizes of the ten next digits, against those with another secret. */
function Sizes({ result, scheme }: { result: Result; scheme: Scheme }) {
  const { probes } = result;
  const best = standsOut(probes);
  // The sizes hardly differ: the bars show the differences, from zero on.
  const gainOf = ({ bytes, otherwise }: Probe) => otherwise - bytes;
  const most = Math.max(1, ...probes.map(gainOf));
  return (
    <DataTable
      figures
      wide
      className={styles.secretSizes}
      aria-label="Sizes of the guesses"
      columns={[
        "guess",
        scheme === "deflate" ? `${DEFLATE_REQUESTS} requests, bytes` : "header block, bytes",
        "with another secret",
        "shorter by, bytes",
      ]}
    >
      {probes.map((probe) => (
        <tr key={probe.guess} data-best={probe.guess === best?.guess || undefined}>
          <th scope="row" className="mono">
            {probe.guess}
          </th>
          <td>{count(probe.bytes)}</td>
          <td>{count(probe.otherwise)}</td>
          <td>
            <span className={styles.secretGain}>
              <span
                className={styles.secretBar}
                data-bar=""
                aria-hidden="true"
                style={{ width: `${(Math.max(0, gainOf(probe)) / most) * 100}%` }}
              />
              <span>{count(gainOf(probe))}</span>
            </span>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
