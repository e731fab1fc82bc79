/** What was built as text that the page and the command line read, and how they are to begin. */
import type { Composed } from "../../engine/compose-types";
import type { OpenOptions } from "../../engine/types";
import type { Building } from "../composition";
import { type ExportBlock, exportOf, saidBefore } from "./blocks";

export function isEmpty(composed: Composed): boolean {
  return composed.blocks.every(({ hex }) => hex === "");
}

export function asInput(of: Building, composed: Composed): { text: string; options: Partial<OpenOptions> } {
  const built = exportOf(of, composed);
  const { prior, blocks } = built;
  const options: Partial<OpenOptions> = {};
  if (prior.length > 0) options.prior = prior.map(({ name, value }) => [name, value]);
  // A block a paragraph: lines would be taken for blocks of their own where each of them could be one.
  const paragraphs = blocks.map((block) =>
    [...saidBefore(built, block).map((line) => `# ${line}`), grouped(block)].join("\n"),
  );
  return { text: `${paragraphs.join("\n\n")}\n`, options: { ...options, blocks: "blank" } };
}

function grouped({ hex }: ExportBlock): string {
  return (hex.match(/.{1,4}/g) ?? []).join(" ");
}
