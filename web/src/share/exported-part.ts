/** A part of the session as text that can be decoded again, and the link that carries it. */

import { NO_LINK } from "../address/link";
import { printFragment } from "../address/link-codec";
import { LINK_TEXT_MAX } from "../address/pack";
import type { ExportPart, Keep, MaskCount } from "../engine/types";
import type { Inspector } from "../session/inspector";
import { USUAL } from "../session/secrets";
import { hasBlocks, type Session } from "../session/session";
import { sentence } from "../ui/section";
import { fieldsOf, guessesOf, rowAmong } from "./guesses";
import type { Asked } from "./long-answer";

/**
 * Forms of a part: text that can be decoded again, or a listing of its fields.
 * `remarks`: the form has room for a comment.
 */
export const FORMS = [
  { id: "text", title: "text", file: "header-blocks.txt", type: "text/plain", remarks: true },
  { id: "csv", title: "CSV", file: "header-blocks.csv", type: "text/csv", remarks: false },
  { id: "markdown", title: "Markdown", file: "header-blocks.md", type: "text/markdown", remarks: true },
  { id: "fields", title: "name: value", file: "header-fields.txt", type: "text/plain", remarks: true },
  { id: "curl", title: "curl", file: "requests.sh", type: "text/x-shellscript", remarks: true },
  { id: "story", title: "hpack-test-case JSON", file: "story.json", type: "application/json", remarks: false },
  { id: "rust-test", title: "test: Rust, fluke-hpack", file: "header_blocks.rs", type: "text/plain", remarks: true },
  {
    id: "go-test",
    title: "test: Go, golang.org/x/net",
    file: "header_blocks_test.go",
    type: "text/plain",
    remarks: true,
  },
  {
    id: "java-test",
    title: "test: Java, Netty and JUnit 5",
    file: "HeaderBlocksTest.java",
    type: "text/plain",
    remarks: true,
  },
  { id: "python-test", title: "test: Python, hpack", file: "test_header_blocks.py", type: "text/plain", remarks: true },
] as const;
export type Form = (typeof FORMS)[number];

export type ExportedPart = {
  /** Null if it has no such form, as a response has no curl command. */
  text: string | null;
  /** The part as text that can be decoded again. */
  whole: string;
  /** The reason why `text` is null. */
  noText: string | null;
  blocks: number;
  /** Null if it would be too long to be opened. */
  link: string | null;
  /** Names of the written fields, guesses included, and how many of each are masked, or would be. */
  maskCounts: ReadonlyMap<string, MaskCount>;
  /** Assumptions in it, as a comment; empty if there are none. */
  remark: string;
};

/** Masks all but what `keep` keeps, if that is given; null if there is no such part, or it is too large. */
export async function exportPart(
  { client, store }: Inspector,
  part: ExportPart,
  keep: Keep | null,
  { id }: Form,
  { onProgress, signal }: Asked,
): Promise<ExportedPart | null> {
  const session = store.get();
  const { selection, reader } = session;
  const block = selection.block ?? 0;
  const remark = remarkOf(session);
  const question = { part, block, keep: keep ?? USUAL, masked: keep !== null, form: id, remark };
  const written = await reader.exportBlocks(question, onProgress, signal);
  if (written === null || written.text === null) return null;
  const { text, rows } = written;
  const maskCounts = new Map(written.maskCounts);
  const row = rowAmong(rows, selection.row === null ? [] : [selection.row]) ?? null;
  const guesses = await guessesOf(reader, rows);
  const fields = fieldsOf(guesses);
  const masked = fields.length === 0 ? [] : await client.functions.maskedFields(fields, keep ?? USUAL);
  const told = guesses.map((guess, at) => {
    const { name = "", value = "" } = masked[at] ?? {};
    const isMasked = name !== guess.name || (guess.value !== null && value !== guess.value);
    const { fields, masked: count } = maskCounts.get(guess.name.toLowerCase()) ?? { fields: 0, masked: 0 };
    maskCounts.set(guess.name.toLowerCase(), { fields: fields + 1, masked: count + (isMasked ? 1 : 0) });
    return keep === null ? guess : { ...guess, name, value: guess.value === null ? null : value };
  });
  const link =
    text.length > LINK_TEXT_MAX
      ? null
      : `${location.href.replace(/#.*/, "")}#${await printFragment({ ...NO_LINK, text, row, guesses: told })}`;
  const { listing, noListing } = written;
  return {
    text: id === "text" ? text : listing,
    whole: text,
    noText: noListing,
    blocks: rows.length / 2,
    link,
    maskCounts,
    remark,
  };
}

/** Comment on the change with which the session is decoded. */
function remarkOf(session: Session): string {
  const applied = hasBlocks(session) ? session.opened.applied : null;
  return applied === null ? "" : `Assuming: ${sentence(applied.what)} Bytes and tables follow from this.`;
}
