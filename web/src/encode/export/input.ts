/** The composition as text for the page and the command line, with the options to open it. */
import type { Composed, OpenOptions } from "../../engine/types";
import { hexOf } from "../../ui/figures";
import type { Building } from "../composition";
import { commentsBefore, exportOf } from "./blocks";

export type AsInput = { text: string; options: Partial<OpenOptions> };

/** Null if initial table entries are not text, which options can't express. */
export function asInput(of: Building, composed: Composed): AsInput | null {
  const isText = of.prior.every(({ nameHex, valueHex }) => nameHex === undefined && valueHex === undefined);
  if (!isText) return null;
  const built = exportOf(of, composed);
  const options: Partial<OpenOptions> = { blocks: "blank" };
  if (of.prior.length > 0) options.prior = of.prior.map(({ name, value }) => [name, value]);
  // A paragraph for each block: lines could be taken for separate blocks.
  const paragraphs = built.blocks.map((block) => {
    const comments = commentsBefore(built, block).map((line) => `# ${line}`);
    return [...comments, (hexOf(block.bytes, "").match(/.{1,4}/g) ?? []).join(" ")].join("\n");
  });
  return { text: `${paragraphs.join("\n\n")}\n`, options };
}
