/** What is dropped or pasted on the Encode view and belongs there: HAR archives, and fields as text. */
import type { Composer } from "./composer";
import { parseFieldLines } from "./field-lines";

/** Larger texts are no header lists that people paste, bytes. */
const TEXT_MAX = 1 << 20;

/** Characters at the beginning by which an archive is told. */
const HEAD = 4096;
const ARCHIVE = /^\ufeff?\s*\{\s*"log"\s*:/;

/** Whether it was taken; else it belongs to Inspect. */
export async function openFields(composer: Composer, brought: Blob): Promise<boolean> {
  if (ARCHIVE.test(await brought.slice(0, HEAD).text())) {
    await composer.offer(brought);
    return true;
  }
  const fields = brought.size > TEXT_MAX ? null : parseFieldLines(await brought.text());
  if (fields === null) return false;
  composer.paste(fields);
  return true;
}
