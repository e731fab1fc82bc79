/** What was built as text that the page and the command line read, and how they are to begin. */
import type { Composed, OpenOptions } from "../../engine/types";
import { hexOf } from "../../ui/figures";
import type { Building } from "../composition";
import { exportOf, saidBefore } from "./blocks";

export function isEmpty(composed: Composed): boolean {
  return composed.blocks.every(({ hex }) => hex === "");
}

export function asInput(of: Building, composed: Composed): { text: string; options: Partial<OpenOptions> } {
  const built = exportOf(of, composed);
  const { prior, blocks } = built;
  const options: Partial<OpenOptions> = {};
  // Options and comments hold text: entries with something else in them come in a block of their own.
  const isText = prior.every(({ nameHex, valueHex }) => nameHex === undefined && valueHex === undefined);
  if (prior.length > 0 && isText) options.prior = prior.map(({ name, value }) => [name, value]);
  // A block a paragraph: lines would be taken for blocks of their own where each of them could be one.
  const paragraphs = blocks.flatMap((block) => {
    if (isText || block.number > 1 || built.prime === null) return [paragraph(saidBefore(built, block), block.hex)];
    const limits = block.limits.map((limit) => `SETTINGS_HEADER_TABLE_SIZE ${limit}`);
    const start = saidBefore(built, { ...block, limits: [] });
    return [paragraph(start, hexOf(built.prime.octets, "")), paragraph(limits, block.hex)];
  });
  return { text: `${paragraphs.join("\n\n")}\n`, options: { ...options, blocks: "blank" } };
}

function paragraph(comments: string[], hex: string): string {
  return [...comments.map((line) => `# ${line}`), (hex.match(/.{1,4}/g) ?? []).join(" ")].join("\n");
}
