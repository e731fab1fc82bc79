/** Reads captures and pasted text with the whole core, which is a file of its own. */
import load, {
  beginCapture,
  connections,
  framing,
  Inspector,
  selectConnection,
} from "@wasm-captures/hpack_inspector_wasm";
import {
  BLOCK,
  type BlockDetail,
  type Connection as ConnectionView,
  type ErrorDetail,
  type FieldText,
  type Format,
  type Framing,
  KINDS,
  type Opened,
  type OpenOptions,
  type Problem,
  ROW,
  ROW_STRIDE,
  type Sender,
} from "../../web/src/engine/generated.ts";
import { DEFAULT_OPTIONS } from "../../web/src/session/options.ts";
import { bytesFrom, type Field, kindOf, optionsOf, tagOf } from "./common.ts";
import { latin1Of } from "./latin1.ts";

/** Where the whole core is: the address of `captures.wasm`, its bytes, or a compiled module. */
export type Core = string | URL | Request | Response | BufferSource | WebAssembly.Module;

export type ReadOptions = Partial<Omit<OpenOptions, "engine">> & {
  /** The secrets of TLS connections: the contents of an SSLKEYLOGFILE. */
  keyLog?: string | Uint8Array;
  /** Needed where a bundler does not copy `captures.wasm`; only the first one counts. */
  core?: Core;
};

export type Block = {
  sender: Sender;
  /** Null without frames. */
  stream: number | null;
  /** The header block. */
  bytes: Uint8Array;
  /** Null for a field from before the capture, which is unknown; null instead of more than 16 MiB. */
  fields: (Field | null)[] | null;
  error: ErrorDetail | null;
};

export type Connection = Pick<ConnectionView, "name" | "protocol" | "start"> & {
  /** The header blocks of both directions in the order of the capture. */
  blocks: Block[];
};

export type Reading = { format: Format; problems: Problem[]; connections: Connection[] };

/** An input in which no header blocks were found. */
export class ReadError extends Error {
  static {
    ReadError.prototype.name = "ReadError";
  }

  readonly kind: string;
  /** Of the text, from 1; 0 if the whole input is meant. */
  readonly line: number;
  readonly column: number;

  constructor({ kind, message, line, column }: Extract<Opened, { status: "refused" }>) {
    super(message);
    this.kind = kind;
    this.line = line;
    this.column = column;
  }
}

let loading: Promise<unknown> | null = null;

const besideThis = (): URL => new URL("./captures.wasm", import.meta.url);

/** Bytes of a file next to this module, which `fetch` of Node does not read. */
function bytesOfFile(address: URL): Uint8Array<ArrayBuffer> | URL {
  if (address.protocol !== "file:") return address;
  // By its text: where a DOM is imitated, the URL is not Node's.
  const path = globalThis.process?.getBuiltinModule?.("node:url").fileURLToPath(address.href);
  return path === undefined
    ? address
    : (process.getBuiltinModule("node:fs").readFileSync(path) as Uint8Array<ArrayBuffer>);
}

/** Where bundlers have put the file, a server may be unable to read it. */
async function loadOwn(): Promise<unknown> {
  try {
    return await load({ module_or_path: bytesOfFile(besideThis()) });
  } catch (cause) {
    const advice = "give its address, its bytes or the compiled module as the option “core”";
    throw new Error(`captures.wasm could not be loaded from ${besideThis().href}: ${advice}`, { cause });
  }
}

/** Loads the whole core once, and again after a failure. */
function ensureLoaded(core: Core | undefined): Promise<unknown> {
  loading ??= (core === undefined ? loadOwn() : load({ module_or_path: core })).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Reads header blocks in any notation, or frames, from a text. */
export async function readText(text: string, options?: ReadOptions | number): Promise<Reading> {
  if (typeof text !== "string") throw new TypeError(`a text is a string, not ${kindOf(text)}`);
  return read(new TextEncoder().encode(text), options);
}

/** Reads a capture: pcap, pcapng, a NetLog of Chromium, a HAR archive or frames, also compressed. */
export const openCapture = (
  capture: BufferSource | SharedArrayBuffer | Blob,
  options?: ReadOptions | number,
): Promise<Reading> => read(capture, options);

const isBlob = (value: unknown): value is Blob => ["Blob", "File"].includes(tagOf(value));

/** Bytes that are read at once. */
const PART = 1 << 20;

async function read(given: unknown, how?: ReadOptions | number): Promise<Reading> {
  const { keyLog = "", core, ...options } = optionsOf(how);
  await ensureLoaded(core);
  // From here on a text or buffer is read at once: nothing can change or detach it meanwhile.
  const input = isBlob(given) ? given : bytesFrom(given, "capture");
  const secrets = typeof keyLog === "string" ? new TextEncoder().encode(keyLog) : bytesFrom(keyLog, "key log");
  const inspector = new Inspector();
  try {
    const takes = (some: object) =>
      beginCapture(inspector, JSON.stringify({ ...DEFAULT_OPTIONS, ...some }), secrets) === undefined;
    if (!takes(options)) {
      const [name, value] = Object.entries(options).find(([name, value]) => !takes({ [name]: value })) ?? [];
      const said = typeof value === "number" ? value : JSON.stringify(value);
      throw new TypeError(`the option ${name} can't be ${said}`);
    }
    let refused: string | undefined;
    const size = isBlob(input) ? input.size : input.length;
    for (let at = 0; refused === undefined && at < size; at += PART) {
      const part = isBlob(input) ? await input.slice(at, at + PART).arrayBuffer() : input.subarray(at, at + PART);
      refused = inspector.push(new Uint8Array(part));
    }
    return readingOf(inspector, JSON.parse(refused ?? inspector.finishOpen()));
  } finally {
    inspector.free();
  }
}

function readingOf(inspector: Inspector, opened: Opened): Reading {
  if (opened.status === "refused") throw new ReadError(opened);
  if (opened.status !== "ok") throw new Error(opened.status);
  const views: ConnectionView[] = JSON.parse(connections(inspector, 0, opened.connections ?? 0));
  const pasted = { name: "", protocol: "unknown", start: "paste" } as const;
  return {
    format: opened.format,
    problems: JSON.parse(inspector.problems(0, opened.problems)),
    connections:
      opened.connections === null
        ? [{ ...pasted, blocks: blocksOf(inspector, opened) }]
        : views.map(({ number, name, protocol, start }) => {
            const session = JSON.parse(selectConnection(inspector, number));
            return { name, protocol, start, blocks: blocksOf(inspector, session) };
          }),
  };
}

type Session = Pick<Extract<Opened, { status: "ok" }>, "blocks" | "directions">;

function blocksOf(inspector: Inspector, { blocks, directions }: Session): Block[] {
  return Array.from({ length: blocks }, (_, block) => {
    const window = inspector.blocks(block, block + 1);
    const record = window?.records ?? new Uint32Array();
    window?.free();
    const frames: Framing | null = JSON.parse(framing(inspector, block));
    const detail: BlockDetail | null = JSON.parse(inspector.block(block));
    const first = record[BLOCK.firstRow] ?? 0;
    return {
      sender: directions[record[BLOCK.direction] ?? 0]?.sender ?? "unknown",
      stream: frames?.stream ?? null,
      bytes: inspector.bytes(block),
      fields: fieldsOf(inspector, first, first + (record[BLOCK.rows] ?? 0)),
      error: detail?.error ?? null,
    };
  });
}

function fieldsOf(inspector: Inspector, from: number, to: number): Block["fields"] {
  const whole: (FieldText | null)[] | null = JSON.parse(inspector.wholeFields(from, to));
  const window = inspector.rows(from, to);
  const records = window?.records ?? new Uint32Array();
  window?.free();
  if (whole === null) return null;
  const kinds = whole.map((_, row) => KINDS[records[row * ROW_STRIDE + ROW.kind] ?? 0]);
  return whole.flatMap((field, row) => {
    if (kinds[row] === "size-update") return [];
    return [field === null ? null : fieldOf(field, kinds[row] === "never")];
  });
}

function fieldOf({ name, value, nameHex, valueHex }: FieldText, neverIndexed: boolean): Field {
  return { name: latin1Of(name, nameHex), value: latin1Of(value, valueHex), neverIndexed };
}
