/** What the page's worker hands out of a capture: whole values in the words of the truths, to be compared with them. */
import type { Changes, Reads } from "../../web/src/engine/core";
import { lettersOf } from "../../web/src/engine/shown-text";
import { type Connection, FRAME, FRAME_STRIDE, type Problem } from "../../web/src/engine/types";
import { blockIn, frameIn, has, type Row, rowIn } from "../../web/src/engine/windows";
import { NO_FILTER } from "../../web/src/session/session";
import type { TruthBlock, TruthConnection, TruthField, TruthFrame } from "../captures";

/** What is asked of the worker. */
export type Asked = Pick<
  Reads & Changes,
  "blocks" | "connections" | "content" | "frames" | "problems" | "rows" | "selectConnection" | "wholeFields"
>;

type Dir = "c2s" | "s2c";

export type SeenField = {
  kind: string;
  start: number;
  end: number;
  index: number;
  /** null where not known, or in a size update. */
  name: string | null;
  value: string | null;
  nameHuffman: boolean | null;
  valueHuffman: boolean | null;
  evicted: number;
  /** The maximum that a size update sets, bytes. */
  size: number | null;
};
export type SeenBlock = {
  dir: Dir;
  stream: number;
  promised: number | null;
  frame: string;
  hex: string;
  fault: string | null;
  fields: SeenField[];
  after: { limit: number; maxSize: number; size: number; count: number };
};
export type SeenFrame = { dir: Dir; kind: number; flags: number; stream: number; length: number; packet: number };
export type SeenConnection = { about: Connection; frames: SeenFrame[]; blocks: SeenBlock[] };
export type SeenCapture = { connections: SeenConnection[]; problems: Problem[] };

/** More than any of the captures has. */
const ALL = 1_000_000;

const direction = (sender: string | undefined): Dir => (sender === "client" ? "c2s" : "s2c");

/** Everything, connection by connection; `turnTo` makes the worker speak of one of them. */
export async function look(core: Asked, turnTo: (connection: number) => Promise<unknown>): Promise<SeenCapture> {
  const connections: SeenConnection[] = [];
  for (const about of await core.connections(0, ALL)) {
    await turnTo(about.number);
    connections.push({ about, frames: await framesOf(core), blocks: await blocksOf(core, about.number) });
  }
  return { connections, problems: await core.problems(0, ALL) };
}

async function framesOf(core: Asked): Promise<SeenFrame[]> {
  const window = await core.frames(NO_FILTER, 0, ALL);
  return window.texts.map((_, at) => {
    const frame = frameIn(window, at);
    if (frame === null) throw new Error(`frame ${at} is not in its window`);
    const { sender, kind, stream, length, packet } = frame;
    return {
      dir: direction(sender),
      kind,
      flags: window.records[at * FRAME_STRIDE + FRAME.flags] ?? 0,
      stream,
      length,
      packet,
    };
  });
}

async function blocksOf(core: Asked, connection: number): Promise<SeenBlock[]> {
  const totals = await core.selectConnection(connection);
  const window = await core.blocks(0, ALL);
  const rows = await core.rows(0, ALL);
  return Promise.all(
    window.labels.map(async (_, at) => {
      const block = blockIn(window, at);
      const { bytes, detail, framing } = await core.content(at);
      if (block === null || detail === null || framing === null) throw new Error(`block ${at} is not whole`);
      const fields = Array.from({ length: block.rows }, (_, row) => rowIn(rows, block.firstRow + row));
      return {
        dir: direction(totals?.directions[block.direction]?.sender),
        stream: framing.stream,
        promised: framing.promised,
        frame: framing.frames[0]?.kind ?? "",
        hex: Buffer.from(bytes).toString("hex"),
        fault: detail.fault?.code ?? null,
        fields: await Promise.all(fields.map((row) => fieldOf(core, row))),
        after: detail.after,
      };
    }),
  );
}

async function fieldOf(core: Asked, row: Row | null): Promise<SeenField> {
  if (row === null) throw new Error("a row is not in its window");
  const { kind, start, end, index, evicted } = row;
  const isUpdate = kind === "size-update";
  // Windows cut long texts; of what is not known in part, the rest is short.
  const [whole] = (await core.wholeFields(row.row, row.row + 1)) ?? [];
  const { name, value } = whole ?? { name: lettersOf(row.name), value: lettersOf(row.value) };
  return {
    kind,
    start,
    end,
    index,
    name: isUpdate || has(row, "nameUnknown") ? null : name,
    value: isUpdate || has(row, "valueUnknown") ? null : value,
    nameHuffman: has(row, "nameLiteral") ? has(row, "nameHuffman") : null,
    valueHuffman: has(row, "valueLiteral") ? has(row, "valueHuffman") : null,
    evicted,
    size: isUpdate ? row.size : null,
  };
}

const OPS: Record<string, string> = {
  indexed: "indexed",
  "literal-incremental": "incremental",
  "literal-not-indexed": "without",
  "literal-never-indexed": "never",
  "size-update": "size-update",
};

/** What is not UTF-8 stands in a truth as hex; the page shows U+FFFD in its place. */
function text(text: string | null | undefined, hex: string | undefined): string | null {
  return hex === undefined ? (text ?? null) : Buffer.from(hex, "hex").toString("utf8");
}

/** A truth's field, as it is to be seen. */
export function fieldOfTruth(field: TruthField): SeenField {
  return {
    kind: OPS[field.op] ?? field.op,
    start: field.offset,
    end: field.offset + (field.length ?? 0),
    index: field.index ?? 0,
    name: text(field.name, field.name_hex),
    value: text(field.value, field.value_hex),
    nameHuffman: field.name_huffman ?? null,
    valueHuffman: field.value_huffman ?? null,
    evicted: field.evicted ?? 0,
    size: field.size ?? null,
  };
}

export function blockOfTruth({ table_after: after, ...block }: TruthBlock): SeenBlock {
  return {
    dir: block.dir,
    stream: block.stream,
    promised: block.promised_stream ?? null,
    frame: block.kind,
    hex: block.hex,
    fault: null,
    fields: block.fields.map(fieldOfTruth),
    after: { limit: after.limit, maxSize: after.max_size, size: after.size, count: after.entries },
  };
}

/** Some truths do not say the packet: 0. */
export function frameOfTruth(frame: TruthFrame): SeenFrame {
  const { dir, type_code: kind, flags, stream, length, packet = 0 } = frame;
  return { dir, kind, flags, stream, length, packet };
}

/** “127.0.0.1|80 → ::1|81” as “127.0.0.1:80 → [::1]:81”. */
export function nameOfTruth({ client, server }: TruthConnection): string {
  const address = (text: string) => {
    const [host = "", port] = text.split("|");
    if (port === undefined) return host;
    return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  };
  return `${address(client)} → ${address(server)}`;
}
