/** Reads an input in chunks, so that reading can be reported and stopped, and never takes its whole size in memory. */

/** Size of a chunk, bytes. */
const CHUNK = 1 << 20;

/** The bytes of an input, in order; the next chunk of a file is fetched while the last is processed. */
export async function* chunksOf(input: string | Blob): AsyncGenerator<Uint8Array> {
  if (typeof input === "string") {
    const bytes = new TextEncoder().encode(input);
    for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
    return;
  }
  const piece = (at: number) => (at < input.size ? input.slice(at, at + CHUNK).arrayBuffer() : null);
  let next = piece(0);
  for (let at = CHUNK; next !== null; at += CHUNK) {
    const here: ArrayBuffer = await next;
    next = piece(at);
    // If the caller stops early, the next chunk is never awaited: its failure must not be an unhandled rejection.
    next?.catch(() => {});
    yield new Uint8Array(here);
  }
}

/** Bytes of an input; an estimate for text. */
export function sizeOf(input: string | Blob): number {
  return typeof input === "string" ? input.length : input.size;
}

/** Number of bytes that distinguish text from other files. */
const HEAD = 512;

/** The first bytes of an input. */
export async function headOf(input: string | Blob): Promise<Uint8Array> {
  if (typeof input === "string") return new TextEncoder().encode(input.slice(0, HEAD));
  return new Uint8Array(await input.slice(0, HEAD).arrayBuffer());
}

/** JSON from a browser: a log of its network stack, or an HTTP archive. */
const LOG = /^\ufeff?\s*\{\s*"(?:constants|log)"/;

/** True if an input that is or begins so may be pasted text: not binary, nor a browser's log, which is too long to edit. */
export function isText(bytes: Uint8Array): boolean {
  const head = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, HEAD));
  return bytes.every((byte) => byte >= 9) && !LOG.test(head);
}
