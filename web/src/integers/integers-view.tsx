/** RFC 7541 §5.1 and C.1 by themselves: any bytes, read with a prefix of 1 to 8 bits. */
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import type { IntegerExplanation } from "../engine/types";
import { IntegerBits } from "../panes/bits";
import { useFunctions } from "../session/inspector";
import { Box } from "../ui/box";
import { Button } from "../ui/button";
import { Field, Input, Wrong } from "../ui/control";
import { CopyButton } from "../ui/copy";
import { count, counted, hex } from "../ui/figures";
import { Note, Row, Stack } from "../ui/layout";
import { Section, SectionText, sentence } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { useTitle } from "../ui/title";
import styles from "./integers-view.module.css";

const EXAMPLES: { section: string; about: string; bytes: string; prefix: number }[] = [
  { section: "C.1.1", about: "10 with a 5-bit prefix", bytes: "0a", prefix: 5 },
  { section: "C.1.2", about: "1337 with a 5-bit prefix", bytes: "1f 9a 0a", prefix: 5 },
  { section: "C.1.3", about: "42 at a byte boundary", bytes: "2a", prefix: 8 },
];

const PREFIXES = [1, 2, 3, 4, 5, 6, 7, 8];

/** Bytes typed as hex, also as a program or a dump writes them; null when the text is something else, or nothing. */
export function parseBytes(text: string): Uint8Array | null {
  const digits = text.replaceAll(/0x|\\x|[\s,;:_[\](){}"'`-]/gi, "");
  if (digits === "" || digits.length % 2 === 1 || /[^0-9a-f]/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function IntegersView({ bytes, prefix }: { bytes: string | null; prefix: number | null }) {
  useTitle("Integers");
  const [text, setText] = useState(bytes ?? "1f 9a 0a");
  const [bits, setBits] = useState(prefix ?? 5);
  useEffect(() => {
    if (bytes !== null) setText(bytes);
    if (prefix !== null) setBits(prefix);
  }, [bytes, prefix]);
  const parsed = parseBytes(text);
  const spelled = parsed === null ? "" : Array.from(parsed, hex).join(" ");
  const answer = useFunctions((core) => (parsed === null ? null : core.explainInteger(parsed, bits)));
  const link = () =>
    `${location.href.replace(/#.*/, "")}#view=integers&octets=${spelled.replaceAll(" ", "")}&prefix=${bits}`;

  return (
    <div className={clsx("scroll", styles.integers)}>
      <Stack className={styles.integersColumn}>
        <h1>Integers</h1>
        <p className="dim">
          Indexes, lengths and sizes are written as integers that start in the low bits of a byte, the prefix, and
          continue in further bytes when the prefix is full <Section section="RFC 7541 §5.1" />.
        </p>
        <Row role="group" aria-label="Examples of Appendix C.1">
          {EXAMPLES.map((example) => (
            <Button
              key={example.section}
              aria-pressed={spelled === example.bytes && bits === example.prefix}
              onClick={() => {
                setText(example.bytes);
                setBits(example.prefix);
              }}
            >
              <strong>{example.section}</strong> {example.about}
            </Button>
          ))}
        </Row>
        <div className={styles.integersForm}>
          <Field>
            <span>Bytes, as hex</span>
            <Input
              value={text}
              spellCheck={false}
              aria-invalid={parsed === null}
              aria-describedby="integers-error"
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <SelectField
            label="Prefix"
            value={bits}
            options={PREFIXES.map((bits) => [bits, counted(bits, "bit")] as const)}
            onChange={setBits}
          />
          <CopyButton text={link} label="Copy link to this integer">
            Copy link
          </CopyButton>
        </div>
        <p role="status">
          <Wrong id="integers-error">{parsed === null ? "Enter whole bytes in hex, such as “1f 9a 0a”." : ""}</Wrong>
        </p>
        {parsed !== null && answer !== null && <Answer answer={answer} bytes={parsed} />}
      </Stack>
    </div>
  );
}

function Answer({ answer, bytes }: { answer: IntegerExplanation; bytes: Uint8Array }) {
  const { integer } = answer;
  const left = bytes.length - integer.end;
  return (
    <Stack gap="wide">
      <IntegerBits
        integer={integer}
        kind={answer.status === "ok" ? "indexed" : "error"}
        meaning={
          answer.status === "ok" ? (
            <>
              The integer is <strong>{count(integer.value)}</strong>
            </>
          ) : (
            <strong>
              <Wrong>{answer.code}</Wrong>
            </strong>
          )
        }
      />
      {answer.status === "error" && (
        <Box as="p" tone="error">
          <span>
            <SectionText text={sentence(answer.message)} /> <Section section={answer.section} />
          </span>
        </Box>
      )}
      {answer.status === "ok" && left > 0 && (
        <Note>
          {left === 1 ? "One more byte follows that is" : `${left} more bytes follow that are`} not part of the integer.
        </Note>
      )}
    </Stack>
  );
}
