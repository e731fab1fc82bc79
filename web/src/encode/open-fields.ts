/** Opens input dropped or pasted on the Encode view: HAR archives, and fields as text. */
import type { Composer } from "./composer";
import { parseFieldLines, TEXT_MAX } from "./field-lines";

/** Number of characters that identify an archive. */
const HEAD = 4096;
const ARCHIVE = /^\ufeff?\s*\{\s*"log"\s*:/;

/** False if the input belongs to Inspect. */
export async function openFields(composer: Composer, brought: Blob): Promise<boolean> {
  if (ARCHIVE.test(await brought.slice(0, HEAD).text())) {
    await composer.openArchive(brought);
    return true;
  }
  const fields = brought.size > TEXT_MAX ? null : parseFieldLines(await brought.text());
  if (fields === null) return false;
  composer.paste(fields);
  return true;
}
