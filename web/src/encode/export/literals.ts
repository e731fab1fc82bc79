/** Blocks as constants in programming languages. */
import { hex } from "../../ui/figures";
import { commentsBefore, type Export, type ExportBlock } from "./blocks";

const PER_LINE = 16;

/** Bytes in a language's syntax, sixteen a line. */
function byteLines(
  bytes: Uint8Array,
  indent: string,
  one: (byte: number) => string = (byte) => `0x${hex(byte)}`,
): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += PER_LINE) {
    lines.push(`${indent}${Array.from(bytes.subarray(at, at + PER_LINE), one).join(", ")},`);
  }
  return lines.join("\n");
}

/** The constants, each after its comments. */
function constants(built: Export, comment: string, one: (block: ExportBlock) => string, head: string[] = []): string {
  const parts = built.blocks.map((block) =>
    [...commentsBefore(built, block).map((note) => `${comment} ${note}`), one(block)].join("\n"),
  );
  if (built.entries > 0)
    parts.unshift(`${comment} The table starts with ${built.entries} entries that these blocks do not include.`);
  return `${[...head, ...parts].join("\n\n")}\n`;
}

export const asC = (built: Export) =>
  constants(
    built,
    "//",
    ({ number, bytes }) => `static const uint8_t block_${number}[] = {\n${byteLines(bytes, "    ")}\n};`,
    ["#include <stdint.h>"],
  );

export const asGo = (built: Export) =>
  constants(built, "//", ({ number, bytes }) => `var block${number} = []byte{\n${byteLines(bytes, "\t")}\n}`);

export const asRust = (built: Export) =>
  constants(
    built,
    "//",
    ({ number, bytes }) => `const BLOCK_${number}: [u8; ${bytes.length}] = [\n${byteLines(bytes, "    ")}\n];`,
  );

export const asPython = (built: Export) =>
  constants(built, "#", ({ number, bytes }) => `BLOCK_${number} = bytes([\n${byteLines(bytes, "    ")}\n])`);

export const asJavaScript = (built: Export) =>
  constants(
    built,
    "//",
    ({ number, bytes }) => `const block${number} = new Uint8Array([\n${byteLines(bytes, "  ")}\n]);`,
  );
