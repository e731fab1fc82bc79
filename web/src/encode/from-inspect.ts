/** Opens a block from Inspect in the builder, with the table that precedes it. */

import type { Reader } from "../engine/reader";
import type { FieldText, SizeChange } from "../engine/types";
import { DEFAULT_TABLE_SIZE } from "../session/options";
import { count } from "../ui/figures";
import { type Building, FIELDS_MOST, insertFields, limitError, NOTHING, setChanges } from "./composition";

/** The composition of the block with a note, or only a sentence if there is none. */
export type Taken = { building: Building; note: string | null } | string;

/** Depends only on the core, so that all lists with a block's actions agree. */
export async function buildingOfBlock(reader: Reader, number: number): Promise<Taken> {
  const block = await reader.block(number);
  const { detail } = await reader.get((known) => known.content(number));
  if (block === null || detail === null) return "The block is no longer open.";
  if (block.fields > FIELDS_MOST) {
    return `Too many fields (${count(block.fields)}). The limit is ${count(FIELDS_MOST)}.`;
  }
  const rows = await reader.get((known) => known.rowsIn(block.firstRow, block.firstRow + block.rows));
  const whole = await reader.core.wholeFields(block.firstRow, block.firstRow + block.rows);
  if (whole === null) return "The decoded fields of this block are too large to be encoded here.";
  const fields: (FieldText & { sensitive: boolean })[] = [];
  const changes: SizeChange[] = detail.limitChanges.map((limit) => ({ limit }));
  for (const [nth, row] of rows.entries()) {
    const field = whole[nth] ?? null;
    if (row.kind === "size-update") changes.push({ maximum: row.size });
    else if (field === null) return "A name or value in this block is not known, so the block can't be encoded.";
    else fields.push({ ...field, sensitive: row.kind === "never" });
  }
  const prior = await reader.core.wholeTable(number);
  // The limit before the acknowledgments that precede the block, which are among the changes.
  const before = await reader.get((known) => known.step(number, null, false).table);
  const { limit, maxSize } = before?.fill ?? detail.before;
  const start: Building = {
    ...NOTHING,
    limit,
    ...(maxSize === Math.min(limit, DEFAULT_TABLE_SIZE) ? {} : { maximum: maxSize }),
    prior: prior ?? [],
  };
  const built = setChanges(insertFields(start, { block: 0, row: 0 }, fields), 0, changes);
  const excess = limitError(built);
  if (excess !== null) return excess;
  return {
    building: { ...built, at: { block: 0, row: 0 } },
    note:
      prior === null
        ? "The table before this block is not known completely, so the block starts with an empty table here. Its size will differ."
        : null,
  };
}
