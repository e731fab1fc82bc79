/** A part of the session as text from which it is read again, and the link that carries it. */

import type { Inspector } from "../inspect/inspector";
import { NO_LINK, printFragment } from "../session/fragment";
import type { Secrets } from "../session/secrets";
import type { Session } from "../session/session";
import { sentence } from "../ui/section";
import { guessesOf, rowAmong } from "./guesses";

/** What is handed on: the selected block, all blocks of its stream, or all of the connection. */
export type Part = "block" | "stream" | "all";

/**
 * How a part is written: as text that is read back, or as a listing of its fields. `remark` begins a line for people;
 * null where there can be none.
 */
export const FORMS = [
  { id: "text", title: "text", file: "header-blocks.txt", type: "text/plain", remark: "## " },
  { id: "csv", title: "CSV", file: "header-blocks.csv", type: "text/csv", remark: null },
  { id: "markdown", title: "Markdown", file: "header-blocks.md", type: "text/markdown", remark: "> " },
  { id: "fields", title: "name: value", file: "header-fields.txt", type: "text/plain", remark: "# " },
  { id: "curl", title: "curl", file: "requests.sh", type: "text/x-shellscript", remark: "# " },
  { id: "story", title: "hpack-test-case JSON", file: "story.json", type: "application/json", remark: null },
  { id: "rust-test", title: "test: Rust, fluke-hpack", file: "header_blocks.rs", type: "text/plain", remark: "// " },
  {
    id: "go-test",
    title: "test: Go, golang.org/x/net",
    file: "header_blocks_test.go",
    type: "text/plain",
    remark: "// ",
  },
  {
    id: "java-test",
    title: "test: Java, Netty and JUnit 5",
    file: "HeaderBlocksTest.java",
    type: "text/plain",
    remark: "// ",
  },
  { id: "python-test", title: "test: Python, hpack", file: "test_header_blocks.py", type: "text/plain", remark: "# " },
] as const;
export type Form = (typeof FORMS)[number];

export type HandedOn = {
  /** null where there is none, as of a response there is no command of curl. */
  text: string | null;
  blocks: number;
  link: string;
  /** The values that the part holds, or that are masked in it. */
  secrets: Secrets;
  /** What in it is assumed and not read. */
  remarks: string[];
};

/** null where there is no such part, or it is too large. */
export async function handOn(
  { client, store }: Inspector,
  part: Part,
  masks: boolean,
  { id, remark }: Form,
): Promise<HandedOn | null> {
  const session = store.get();
  const { selection, reader } = session;
  const block = selection.block ?? 0;
  const remarks = remarksOf(session);
  const exported = await reader.core.exported(part, block, masks, remarks.join("\n"));
  if (exported === null) return null;
  const secrets = await reader.core.secrets(part, block);
  const row = rowAmong(exported.blocks, selection.row === null ? [] : [selection.row]) ?? null;
  const guesses = await guessesOf(reader, exported.blocks);
  const fields = guesses.map(({ name, value }) => ({ name, value: value ?? "" }));
  const marks = masks && fields.length > 0 ? await client.functions.secretsAmong(fields) : [];
  const told = guesses.map((guess, at) => (marks[at] ? { ...guess, value: null } : guess));
  const fragment = await printFragment({ ...NO_LINK, text: exported.text, row, guesses: told });
  const link = `${location.href.replace(/#.*/, "")}#${fragment}`;
  const listed = id === "text" ? null : await reader.core.listed(part, block, masks, id);
  const text = id === "text" ? exported.text : listed === null ? null : withRemarks(listed, remark, remarks);
  return { text, blocks: exported.blocks.length, link, secrets, remarks };
}

/** What is to be said of the change with which the session is decoded. */
function remarksOf({ change }: Session): string[] {
  return change === null ? [] : [`Decoded as if: ${sentence(change.what)} Bytes and tables are as that makes them.`];
}

function withRemarks(text: string, remark: string | null, remarks: string[]): string {
  return remark === null ? text : remarks.map((line) => `${remark}${line}\n`).join("") + text;
}
