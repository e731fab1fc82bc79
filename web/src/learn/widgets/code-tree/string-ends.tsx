/** The end of a Huffman-coded string: several endings, as the real decoder decodes them. */
import { useState } from "react";
import type { HuffmanReading } from "../../../engine/types";
import { useFunctions } from "../../../session/inspector";
import { Choice } from "../../../ui/choice";
import { counted, hexOf } from "../../../ui/figures";
import { LiveRegion } from "../../../ui/said";
import { sentence } from "../../../ui/section";
import { Marked } from "../../marked";
import { bytesOfBits, utf8Bytes } from "../../wire";
import { Widget } from "../parts";
import { symbolOf } from "./code";
import { Tape } from "./tape";

/** Its codes take 21 bits, of which the first seven are a “w”. */
const TEXT = "www";
const FIRST = 7;
const EOS_CODE = "1".repeat(30);

const ENDINGS: [title: string, make: (codes: string) => string][] = [
  ["As encoded: ones", (codes) => fill(codes, "1")],
  ["Padding of zeros", (codes) => fill(codes, "0")],
  ["Eight more ones", (codes) => `${fill(codes, "1")}11111111`],
  ["EOS after the first code", (codes) => fill(codes.slice(0, FIRST) + EOS_CODE + codes.slice(FIRST), "1")],
  ["EOS at the end", (codes) => fill(codes + EOS_CODE, "1")],
];

function fill(bits: string, digit: "0" | "1"): string {
  return bits.padEnd(Math.ceil(bits.length / 8) * 8, digit);
}

export function StringEnds() {
  const [title, setTitle] = useState(ENDINGS[0]?.[0] ?? "");
  const codes = useFunctions((core) => {
    const { characters } = core.huffmanEncode(utf8Bytes(TEXT)).reading.string;
    return characters.map(({ code }) => code).join("");
  });
  const make = ENDINGS.find((ending) => ending[0] === title)?.[1];
  const bits = codes === null || make === undefined ? null : make(codes);
  const read = useFunctions((core) => (bits === null ? null : { bits, of: core.readHuffman(bytesOfBits(bits)) }));
  if (read === null) return null;
  const { error, string } = read.of;
  return (
    <Widget name="How a string may end">
      <Choice
        label="Endings"
        options={ENDINGS.map(([title]) => [title, title] as const)}
        value={title}
        onChange={setTitle}
      />
      <Tape
        bits={read.bits}
        codes={string.characters.map((one) => ({ ...one, shown: symbolOf(one) }))}
        rest={string.padding === null ? "not read" : "padding"}
        error={error && error.at * 8 + error.bit}
      />
      <LiveRegion>
        <p>
          <Marked text={verdictOn(read)} />
        </p>
      </LiveRegion>
    </Widget>
  );
}

function verdictOn({ bits, of: { error, string } }: { bits: string; of: HuffmanReading }): string {
  if (error !== null) {
    const message = sentence(error.message);
    return `\`${error.code}\`, byte ${error.at}, bit ${error.bit}: ${message} (${error.section})`;
  }
  const padding =
    string.padding === null ? "" : ` and ${counted(string.padding.to - string.padding.from, "bit")} of padding`;
  return `\`${hexOf(bytesOfBits(bits))}\` is decoded as \`${string.text}\`${padding}.`;
}
