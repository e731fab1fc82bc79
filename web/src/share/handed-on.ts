/** A part of the session as text from which it is read again, and the link that carries it. */
import type { Exported } from "../engine/types";
import { blockIn } from "../engine/windows";
import { NO_LINK, printFragment } from "../session/fragment";
import { isSecret, type Secrets } from "../session/secrets";
import type { Session } from "../session/session";
import { secretRows } from "./secret-rows";

/** What is handed on: the selected block, all blocks of its stream, or all of the connection. */
export type Part = "block" | "stream" | "all";

/** How a part is written: as text that is read back, or as a listing of its fields. */
export const FORMS = [
  { id: "text", title: "text", file: "header-blocks.txt", type: "text/plain" },
  { id: "csv", title: "CSV", file: "header-blocks.csv", type: "text/csv" },
  { id: "markdown", title: "Markdown", file: "header-blocks.md", type: "text/markdown" },
  { id: "fields", title: "name: value", file: "header-fields.txt", type: "text/plain" },
  { id: "curl", title: "curl", file: "requests.sh", type: "text/x-shellscript" },
  { id: "story", title: "hpack-test-case JSON", file: "story.json", type: "application/json" },
  { id: "rust-test", title: "test: Rust, fluke-hpack", file: "header_blocks.rs", type: "text/plain" },
  { id: "go-test", title: "test: Go, golang.org/x/net", file: "header_blocks_test.go", type: "text/plain" },
  { id: "java-test", title: "test: Java, Netty and JUnit 5", file: "HeaderBlocksTest.java", type: "text/plain" },
  { id: "python-test", title: "test: Python, hpack", file: "test_header_blocks.py", type: "text/plain" },
] as const;
export type Form = (typeof FORMS)[number];

export type HandedOn = {
  /** null where there is none, as of a response there is no command of curl. */
  text: string | null;
  blocks: number;
  link: string;
  /** The values that the part holds, or that are masked in it. */
  secrets: Secrets;
};

/** An entry of the table, as the text has it. */
const ENTRY = /^# table \d+ (.[^:]*):(?: (.*))?$/gm;

/** null where there is no such part, or it is too large. */
export async function handOn(session: Session, part: Part, masks: boolean, { id }: Form): Promise<HandedOn | null> {
  const { selection, reader } = session;
  const block = selection.block ?? 0;
  const found = await secretRows(session);
  const rows = Uint32Array.from(found, ({ row }) => row);
  const exported = await reader.core.exported(part, block, masks, rows);
  if (exported === null) return null;
  const secrets = new Map<string, number>();
  const add = (name: string) => secrets.set(name, (secrets.get(name) ?? 0) + 1);
  const within = new Set(exported.blocks);
  for (const { name, block } of found) if (within.has(block)) add(name);
  // What the tables hold came with blocks that need not be among them.
  for (const [, name = "", value = ""] of exported.text.matchAll(ENTRY)) {
    const low = name.toLowerCase();
    if (isSecret(low, value)) add(low);
  }
  const row = await rowWithin(session, exported);
  const fragment = await printFragment({ ...NO_LINK, text: exported.text, row });
  const link = `${location.href.replace(/#.*/, "")}#${fragment}`;
  const text = id === "text" ? exported.text : await reader.core.listed(part, block, masks, rows, id);
  return { text, blocks: exported.blocks.length, link, secrets };
}

/** The selected row among those of the part. */
async function rowWithin({ selection, reader }: Session, { rowsBefore }: Exported): Promise<number | null> {
  if (selection.row === null || selection.block === null) return null;
  const window = await reader.core.blocks(selection.block, selection.block + 1);
  const held = blockIn(window, selection.block);
  return held === null ? null : rowsBefore + selection.row - held.firstRow;
}
