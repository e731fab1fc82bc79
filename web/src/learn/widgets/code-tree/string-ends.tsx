/** The end of a Huffman-coded string: any bit can be flipped, and the real decoder decodes the result. */
import { clsx } from "clsx";
import { useMemo, useState } from "react";
import { type Key, ToggleButton, ToggleButtonGroup } from "react-aria-components";
import type { HuffmanReading } from "../../../engine/types";
import { useFunctions } from "../../../inspector/inspector";
import { Tile } from "../../../panes/characters";
import { Box } from "../../../ui/box";
import { Choice } from "../../../ui/choice";
import { counted, hexOf } from "../../../ui/figures";
import { Note, Row } from "../../../ui/layout";
import { Said } from "../../../ui/said";
import { Section, SectionText, sentence } from "../../../ui/section";
import { TextField } from "../../../ui/text-field";
import { stringBytes } from "../integer";
import { bytesOf, InspectLink, Widget } from "../parts";
import { bytesOfBits, symbolOf } from "./code";
import styles from "./code-tree.module.css";

/** Longer texts are truncated: every bit is a button. */
const MOST_BYTES = 24;

const EOS_CODE = "1".repeat(30);

/** Endings for a string of which `used` bits are codes. */
const ENDINGS: { title: string; make: (codes: string, first: number) => string }[] = [
  { title: "As encoded: ones", make: (codes) => fill(codes, "1") },
  { title: "Padding of zeros", make: (codes) => fill(codes, "0") },
  { title: "Eight more ones", make: (codes) => `${fill(codes, "1")}11111111` },
  {
    title: "EOS after the first code",
    make: (codes, first) => fill(codes.slice(0, first) + EOS_CODE + codes.slice(first), "1"),
  },
  { title: "EOS at the end", make: (codes) => fill(codes + EOS_CODE, "1") },
];

function fill(bits: string, digit: "0" | "1"): string {
  return bits.padEnd(Math.ceil(bits.length / 8) * 8, digit);
}

export function StringEnds({ text: initial = "www" }: { text?: string }) {
  const [text, setText] = useState(initial);
  const [changed, setChanged] = useState<string | null>(null);
  const bytes = useMemo(() => bytesOf(text).subarray(0, MOST_BYTES), [text]);
  const asCoded = useFunctions((core) => core.huffmanEncode(bytes).reading.string);
  const codes = asCoded === null ? null : asCoded.characters.map(({ code }) => code).join("");
  const bits = changed ?? (codes === null ? null : fill(codes, "1"));
  const reading = useFunctions((core) =>
    bits === null ? null : { bits, answer: core.readHuffman(bytesOfBits(bits)) },
  );
  if (bits === null || codes === null || reading === null) return null;
  const first = asCoded?.characters[0]?.to ?? 0;

  return (
    <Widget name="How a string may end">
      <TextField
        label="Short text"
        value={text}
        onChange={(text) => {
          setText(text);
          setChanged(null);
        }}
      />
      <Choice
        label="Endings"
        options={ENDINGS.map(({ title, make }) => [make(codes, first), title] as const)}
        value={bits}
        onChange={setChanged}
      />
      <Bits {...reading} onChange={setChanged} />
      <Verdict reading={reading.answer} />
      <Note>
        <code>{hexOf(bytesOfBits(reading.bits))}</code> ·{" "}
        <InspectLink text={`# cookie, its value as above\n${hexOf(Uint8Array.from(field(reading.bits)))}`}>
          Open it as a field in Inspect
        </InspectLink>
      </Note>
    </Widget>
  );
}

/** A literal without indexing (§6.2.2) with the name 32, cookie, and the string as its value. */
function field(bits: string): number[] {
  return [0x0f, 0x11, ...stringBytes(bytesOfBits(bits), true)];
}

/** A button for every bit, below the character that it is decoded to. */
function Bits({ bits, answer, onChange }: { bits: string; answer: HuffmanReading; onChange: (bits: string) => void }) {
  const { characters, padding } = answer.string;
  const fault = answer.fault === null ? null : answer.fault.at * 8 + answer.fault.bit;
  const runs = characters.map((one) => ({ from: one.from, to: one.to, title: symbolOf(one), isCode: true }));
  const read = characters.at(-1)?.to ?? 0;
  if (read < bits.length) {
    const title = padding === null ? "not read" : "padding";
    runs.push({ from: read, to: bits.length, title, isCode: false });
  }
  const onKeys = (keys: Set<Key>) => onChange(Array.from(bits, (_, at) => (keys.has(at) ? "1" : "0")).join(""));
  const ones = Array.from(bits).flatMap((bit, at) => (bit === "1" ? [at] : []));
  return (
    <ToggleButtonGroup
      selectionMode="multiple"
      aria-label="Bits; press one to flip it"
      selectedKeys={ones}
      onSelectionChange={onKeys}
    >
      <Row as="ul" gap="tight">
        {runs.map(({ from, to, title, isCode }) => (
          <Tile key={from} shown={title} isCode={isCode}>
            <Row as="span" className={styles.endsBits}>
              {Array.from(bits.slice(from, to), (bit, place) => {
                const at = from + place;
                return (
                  <ToggleButton
                    key={at}
                    id={at}
                    className={clsx(styles.endsBit, at % 8 === 0 && at > 0 && styles.byteStart)}
                    data-fault={at === fault || undefined}
                    aria-label={`${bit}: byte ${Math.floor(at / 8)}, bit ${at % 8}, ${title}${at === fault ? ": error here" : ""}`}
                  >
                    {bit}
                  </ToggleButton>
                );
              })}
            </Row>
          </Tile>
        ))}
      </Row>
    </ToggleButtonGroup>
  );
}

function Verdict({ reading }: { reading: HuffmanReading }) {
  const { fault, string } = reading;
  return (
    <Said>
      {fault === null ? (
        <p>
          Decoded: <strong className="mono">{string.text.length === 0 ? "the empty string" : string.text}</strong>
          {string.padding !== null && `, and ${counted(string.padding.to - string.padding.from, "bit")} of padding`}.
        </p>
      ) : (
        <Box as="p" tone="error">
          <span>
            <code>{fault.code}</code>: <SectionText text={sentence(fault.message)} />{" "}
            <Section section={fault.section} /> {sentence(fault.advice)}
          </span>
        </Box>
      )}
    </Said>
  );
}
