/** Blocks as constants of programming languages. */
import { hex } from "../../ui/figures";
import { type Export, type ExportBlock, saidBefore } from "./blocks";

const PER_LINE = 16;

/** Octets as a language writes each, in lines of sixteen. */
function octetLines(
  octets: Uint8Array,
  indent: string,
  one: (octet: number) => string = (octet) => `0x${hex(octet)}`,
): string {
  const lines: string[] = [];
  for (let at = 0; at < octets.length; at += PER_LINE) {
    lines.push(`${indent}${Array.from(octets.subarray(at, at + PER_LINE), one).join(", ")},`);
  }
  return lines.join("\n");
}

/** One constant after the other, each with what comes before it as a comment. */
function constants(built: Export, comment: string, one: (block: ExportBlock) => string, head: string[] = []): string {
  const parts = built.blocks.map((block) =>
    [...saidBefore(built, block).map((note) => `${comment} ${note}`), one(block)].join("\n"),
  );
  if (built.entries > 0)
    parts.unshift(`${comment} The table starts with ${built.entries} entries that these blocks do not include.`);
  return `${[...head, ...parts].join("\n\n")}\n`;
}

export const asC = (built: Export) =>
  constants(
    built,
    "//",
    ({ number, octets }) => `static const uint8_t block_${number}[] = {\n${octetLines(octets, "    ")}\n};`,
    ["#include <stdint.h>"],
  );

export const asGo = (built: Export) =>
  constants(built, "//", ({ number, octets }) => `var block${number} = []byte{\n${octetLines(octets, "\t")}\n}`);

export const asRust = (built: Export) =>
  constants(
    built,
    "//",
    ({ number, octets }) => `const BLOCK_${number}: [u8; ${octets.length}] = [\n${octetLines(octets, "    ")}\n];`,
  );

export const asPython = (built: Export) =>
  constants(built, "#", ({ number, octets }) => `BLOCK_${number} = bytes([\n${octetLines(octets, "    ")}\n])`);

export const asJavaScript = (built: Export) =>
  constants(
    built,
    "//",
    ({ number, octets }) => `const block${number} = new Uint8Array([\n${octetLines(octets, "  ")}\n]);`,
  );
