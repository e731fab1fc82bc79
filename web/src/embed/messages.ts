/**
 * Messages between this page and the page that shows it in a frame, or that opened it. docs/embed.md describes them. What
 * this page tells are positions and counts, never values.
 */
import * as v from "valibot";
import { SIDES, TABLES_AT_START } from "../engine/types";
import type { Inspector } from "../session/inspector";
import { U32 } from "../session/schemas";
import { selectField } from "../session/select-field";
import { failureOf, type Session, withKeyLog } from "../session/session";
import { hostOf, isInFrame } from "../ui/framed";
import { visible } from "../ui/visible";

const PREFIX = "hpack-inspector/";
const MESSAGES_VERSION = 1;

const isBuffer = (data: unknown) => data instanceof ArrayBuffer || ArrayBuffer.isView(data);

/** Of a buffer that can change its size, no blob is made. */
function copied(data: BufferSource): Blob {
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return new Blob([bytes.slice()]);
}

const OPEN = v.object({
  id: v.union([v.string(), v.number()]),
  name: v.optional(v.pipe(v.string(), v.maxLength(200), v.transform(visible)), "From another page"),
  text: v.optional(v.string()),
  bytes: v.optional(v.union([v.instance(Blob), v.pipe(v.custom<BufferSource>(isBuffer), v.transform(copied))])),
  keylog: v.optional(v.string()),
  start: v.optional(v.picklist(TABLES_AT_START)),
  sides: v.optional(v.picklist(SIDES)),
});
type OpenRequest = v.InferOutput<typeof OPEN>;

/** Counted from 1, as the page counts; a null field is the block's start. */
const SELECT = v.object({
  block: v.pipe(U32, v.minValue(1)),
  field: v.optional(v.nullable(v.pipe(U32, v.minValue(1))), null),
});

/** Asks the person whether to take what the page at an origin hands over. */
export type Ask = (origin: string, name: string) => Promise<boolean>;

/** Tells the page that shows this one, or opened it. */
export function tellHost(kind: string, body: object, origin = "*"): void {
  // A page from a disk, or in a sandbox, has the origin "null", which no message can be addressed to.
  hostOf()?.postMessage({ type: PREFIX + kind, ...body }, origin === "null" ? "*" : origin);
}

/** Returns false if something else was opened before it was read. */
async function open(inspector: Inspector, request: OpenRequest): Promise<boolean> {
  const { name, text, bytes, keylog, start, sides } = request;
  if (keylog !== undefined) {
    const keyLog = { name: "Key log", file: new Blob([keylog]) };
    inspector.store.update((session) => withKeyLog(session, keyLog));
  }
  const input =
    text !== undefined
      ? ({ kind: "text", text } as const)
      : ({ kind: "file", name, file: bytes ?? new Blob() } as const);
  return inspector.open(input, null, { ...(start && { start }), ...(sides && { sides }) });
}

/** What came of opening: counts, or the reason why nothing could be read. */
function outcomeOf({ opened }: Session): [kind: "opened" | "refused", body: object] {
  if (opened?.status === "ok") {
    const { connections, blocks, undecodableBlocks: faults } = opened;
    return ["opened", { connections: connections ?? 1, blocks, faults }];
  }
  return ["refused", { reason: opened?.status === "refused" ? opened.message : "Reading was stopped." }];
}

/** Answers the other page until the returned function is called. */
export function answerHost(inspector: Inspector, ask: Ask): () => void {
  const host = hostOf();
  if (host === null) return () => {};
  /** The selection that the other page knows of. */
  let known = "";

  async function tellSelection(): Promise<void> {
    const { reader, selection, opened } = inspector.store.get();
    if (opened?.status !== "ok") return;
    const block = await reader.block(selection.block).catch(() => null);
    if (block === null || inspector.store.get().selection !== selection) return;
    const field = selection.row === null ? null : selection.row - block.firstRow + 1;
    const now = { block: selection.block + 1, field };
    if (JSON.stringify(now) === known) return;
    known = JSON.stringify(now);
    tellHost("select", now);
  }

  async function onOpen(data: unknown, origin: string): Promise<void> {
    const { success, output } = v.safeParse(OPEN, data);
    const id = Reflect.get(Object(data), "id");
    const refuse = (reason: string) => tellHost("refused", { id, reason }, origin);
    if (!success || (output.text === undefined) === (output.bytes === undefined))
      return refuse("The message needs an id, and either text or bytes.");
    if (!isInFrame() && !(await ask(origin, output.name))) return refuse("The user declined.");
    if (!(await open(inspector, output))) {
      return refuse(failureOf(inspector.store.get()) ?? "Something else was opened before this was read.");
    }
    const [kind, body] = outcomeOf(inspector.store.get());
    tellHost(kind, { id, ...body }, origin);
  }

  async function onMessage({ source, origin, data }: MessageEvent): Promise<void> {
    const type: unknown = Reflect.get(Object(data), "type");
    if (source !== host || typeof type !== "string" || !type.startsWith(PREFIX)) return;
    switch (type.slice(PREFIX.length)) {
      case "ping":
        tellHost("ready", { version: MESSAGES_VERSION, accepts: ["open", "select"] }, origin);
        return;
      case "open":
        return onOpen(data, origin);
      case "select": {
        const { success, output } = v.safeParse(SELECT, data);
        if (!success) return;
        known = JSON.stringify(output);
        await selectField(inspector, output.block - 1, output.field === null ? null : output.field - 1);
      }
    }
  }

  const listen = (event: MessageEvent) => void onMessage(event);
  window.addEventListener("message", listen);
  const unsubscribe = isInFrame() ? inspector.store.subscribe(() => void tellSelection()) : () => {};
  return () => {
    window.removeEventListener("message", listen);
    unsubscribe();
  };
}
