/** Which moment of the table belongs to a selection. */
import type { Reader } from "../engine/reader";
import type { Selection } from "../session/selection";

/**
 * The row after which a block's table is as selected, −1 for the start. At
 * a fault, and before a block's first field, that is the last step before
 * it in the same direction: each direction has a table of its own.
 */
export async function tableRow(reader: Reader, selection: Selection): Promise<number> {
  if (selection.row !== null) return selection.row;
  const block = await reader.block(selection.block);
  if (block === null) return -1;
  if (selection.fault && block.rows > 0) return block.firstRow + block.rows - 1;
  for (let number = block.block - 1; number >= 0; number -= 1) {
    const earlier = await reader.block(number);
    if (earlier?.direction === block.direction && earlier.rows > 0) return earlier.firstRow + earlier.rows - 1;
  }
  return -1;
}
