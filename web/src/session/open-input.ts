/** Opens the user's texts and files, recognized by their content; a key log is kept for a capture. */
import { isText } from "../engine/chunks";
import { visible } from "../ui/visible";
import type { Inspector } from "./inspector";
import { isKeyLog } from "./key-log";
import type { Input, KeyLog } from "./session";

/** Larger files are not shown as text, bytes. */
const TEXT_MAX = 2 << 20;

/** Number of bytes that identify a file. */
const HEAD = 32_768;

/** Opens a text, or keeps it for the capture if it is a key log. */
export async function openText(inspector: Inspector, text: string): Promise<void> {
  if (isKeyLog(text)) await inspector.setKeyLog({ name: "Pasted key log", file: new Blob([text]) });
  else await inspector.openNew({ kind: "text", text });
}

/** Opens a file; of several, key logs are added to it. */
export async function openFiles(inspector: Inspector, files: readonly File[]): Promise<void> {
  const signal = inspector.begin();
  const keyLogs: KeyLog[] = [];
  const others: File[] = [];
  for (const file of files) {
    if (isKeyLog(await headOf(file))) keyLogs.push({ name: visible(file.name), file });
    else others.push(file);
  }
  const keyLog = joinKeyLogs(keyLogs);
  const [file, ...rest] = others;
  if (file === undefined) {
    if (keyLog !== null && !signal.aborted) await inspector.setKeyLog(keyLog);
    return;
  }
  await inspector.openNew(await inputOf(file), keyLog, signal);
  if (rest.length > 0 && !signal.aborted) {
    inspector.notice(`Only ${visible(file.name)} was opened. Drop one file at a time, plus any key logs.`);
  }
}

async function headOf(file: File): Promise<string> {
  return new TextDecoder().decode(await file.slice(0, HEAD).arrayBuffer());
}

/** Several key logs are one with all their lines. */
function joinKeyLogs(keyLogs: KeyLog[]): KeyLog | null {
  const [first, ...rest] = keyLogs;
  if (first === undefined || rest.length === 0) return first ?? null;
  const parts = keyLogs.flatMap(({ file }) => [file, "\n"]);
  return { name: keyLogs.map(({ name }) => name).join(" and "), file: new Blob(parts) };
}

/** A file as text if the user may want to read it, else as bytes. */
export async function inputOf(file: File): Promise<Input> {
  if (file.size <= TEXT_MAX) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      if (isText(bytes)) return { kind: "text", text };
    } catch {
      // Not UTF-8: bytes.
    }
  }
  return { kind: "file", name: visible(file.name), file };
}
