import type { Inspector } from "./inspector";

/** Selects a field of a block, counted within it, or the block's start or error; false if there is none. */
export async function selectField(
  inspector: Inspector,
  block: number,
  field: number | null,
  error = false,
): Promise<boolean> {
  const found = await inspector.store.get().reader.block(block);
  if (found === null || (field !== null && field >= found.rows)) return false;
  inspector.select({ block, row: field === null ? null : found.firstRow + field, error, byte: null });
  return true;
}
