/**
 * The composition: plain data, and pure functions that change it. Rows have
 * ids, so that the focused row keeps its input when rows move.
 */
import type {
  Chosen,
  Composition,
  CompositionRow,
  FieldText,
  FramingOptions,
  PolicyNames,
  SizeChange,
} from "../engine/types";
import { DEFAULT_TABLE_SIZE } from "../session/options";
import { count } from "../ui/figures";

export type EditedRow = CompositionRow & { id: number };
export type EditedBlock = { id: number; changes: SizeChange[]; rows: EditedRow[] };

export type Building = {
  limit: number;
  maximum?: number;
  prior: FieldText[];
  policy: PolicyNames;
  framing: FramingOptions;
  blocks: EditedBlock[];
  /** The selected block and row; the row may be the empty one after the last. */
  at: RowPlace;
  /** Id of the empty row after the last, which becomes a row when the user types in it. */
  draft: number;
  /** Used by no row or block yet. */
  nextId: number;
};

export type RowPlace = { block: number; row: number };

/** Initial SETTINGS_MAX_FRAME_SIZE (RFC 9113 §6.5.2), bytes. */
export const DEFAULT_MAX_FRAME_SIZE = 16_384;

export const USUAL_FRAMING: FramingOptions = {
  stream: 1,
  maxFrameSize: DEFAULT_MAX_FRAME_SIZE,
  padding: null,
  endStream: true,
  priority: null,
  pushPromise: null,
};

export const USUAL_POLICY: PolicyNames = { indexing: "always" };

export const NOTHING: Building = {
  limit: DEFAULT_TABLE_SIZE,
  prior: [],
  policy: USUAL_POLICY,
  framing: USUAL_FRAMING,
  blocks: [{ id: 0, changes: [], rows: [] }],
  at: { block: 0, row: 0 },
  draft: 1,
  nextId: 2,
};

/** True if there are no fields, neither in blocks nor in the initial table. */
export function isBlank({ blocks, prior }: Building): boolean {
  return prior.length === 0 && blocks.every(({ rows }) => rows.length === 0);
}

/** The builder's limits: every field and every block is a row of controls on the page. */
export const FIELDS_MOST = 1000;
export const BLOCKS_MOST = 500;
const CHANGES_MOST = 1000;
/** More than fit a table of 64 KiB. */
const PRIOR_MOST = 4096;

/** A sentence, if the composition is too large for the builder; else null. */
export function limitError({ prior, blocks }: Pick<Composition, "prior" | "blocks">): string | null {
  const fields = blocks.reduce((sum, { rows }) => sum + rows.length, 0);
  const changes = blocks.reduce((sum, block) => sum + block.changes.length, 0);
  const counts = [
    [fields, FIELDS_MOST, "fields"],
    [blocks.length, BLOCKS_MOST, "blocks"],
    [changes, CHANGES_MOST, "changes of the table size"],
    [prior.length, PRIOR_MOST, "prior entries"],
  ] as const;
  const over = counts.find(([count, most]) => count > most);
  if (over === undefined) return null;
  const [found, most, what] = over;
  return `Too many ${what} (${count(found)}). The limit is ${count(most)}, so nothing was changed.`;
}

/** The composition for the core to encode. */
export function compositionOf({ limit, maximum, prior, policy, framing, blocks }: Building): Composition {
  return {
    limit,
    ...(maximum === undefined ? {} : { maximum }),
    prior,
    policy,
    framing,
    blocks: blocks.map(({ changes, rows }) => ({ changes, rows: rows.map(({ id: _, ...row }) => row) })),
  };
}

export function buildingOf(composition: Composition): Building {
  let nextId = 0;
  const withId = <Part>(part: Part) => {
    nextId += 1;
    return { ...part, id: nextId };
  };
  const blocks = composition.blocks.map(({ changes, rows }) => withId({ changes, rows: rows.map(withId) }));
  if (blocks.length === 0) blocks.push(withId({ changes: [], rows: [] }));
  return { ...composition, blocks, at: { block: 0, row: 0 }, draft: nextId + 1, nextId: nextId + 2 };
}

export function select(building: Building, at: RowPlace): Building {
  const block = Math.min(Math.max(at.block, 0), building.blocks.length - 1);
  const rows = building.blocks[block]?.rows.length ?? 0;
  const row = Math.min(Math.max(at.row, 0), rows);
  return building.at.block === block && building.at.row === row ? building : { ...building, at: { block, row } };
}

function withBlock(building: Building, number: number, change: (block: EditedBlock) => EditedBlock): Building {
  const block = building.blocks[number];
  if (block === undefined) return building;
  const changed = change(block);
  return changed === block ? building : { ...building, blocks: building.blocks.with(number, changed) };
}

function withRows(building: Building, number: number, change: (rows: EditedRow[]) => EditedRow[]): Building {
  return withBlock(building, number, (block) => {
    const rows = change(block.rows);
    return rows === block.rows ? block : { ...block, rows };
  });
}

/** Writes in a row; creates the empty row after the last. */
export function write(building: Building, { block, row }: RowPlace, change: Partial<FieldText>): Building {
  const existing = building.blocks[block]?.rows[row];
  if (existing === undefined) {
    const fresh: EditedRow = { name: "", value: "", sensitive: false, ...change, id: building.draft };
    const { nextId } = building;
    return { ...withRows(building, block, (rows) => [...rows, fresh]), draft: nextId, nextId: nextId + 1 };
  }
  const { choice, nameHex, valueHex, ...plain } = existing;
  const written: EditedRow = { ...plain, ...change };
  // A typed value is text again; a chosen representation stays, and is refused if it no longer fits.
  if (nameHex !== undefined && change.name === undefined) written.nameHex = nameHex;
  if (valueHex !== undefined && change.value === undefined) written.valueHex = valueHex;
  if (choice !== undefined) written.choice = choice;
  return withRows(building, block, (rows) => rows.with(row, written));
}

export function setSensitive(building: Building, { block, row }: RowPlace, sensitive: boolean): Building {
  const existing = building.blocks[block]?.rows[row];
  if (existing === undefined || existing.sensitive === sensitive) return building;
  // A representation chosen before the field became sensitive no longer holds.
  const { choice: _, ...plain } = existing;
  return withRows(building, block, (rows) => rows.with(row, { ...plain, sensitive }));
}

/** Null leaves the choice to the policy. */
export function choose(building: Building, { block, row }: RowPlace, choice: Chosen | null): Building {
  return withRows(building, block, (rows) => {
    const existing = rows[row];
    if (existing === undefined) return rows;
    const { choice: _, ...plain } = existing;
    return rows.with(row, choice === null ? plain : { ...plain, choice });
  });
}

/** Leaves everything to the policy. */
export function chooseNothing(building: Building): Building {
  return {
    ...building,
    blocks: building.blocks.map((block) => ({ ...block, rows: block.rows.map(({ choice: _, ...row }) => row) })),
  };
}

/** Inserts fields before a row, and selects the last of them. */
export function insertFields(
  building: Building,
  { block, row }: RowPlace,
  fields: readonly (FieldText & { sensitive?: boolean })[],
): Building {
  if (fields.length === 0 || building.blocks[block] === undefined) return building;
  const fresh = fields.map((field, nth) => ({ sensitive: false, ...field, id: building.nextId + nth }));
  const at = Math.min(row, building.blocks[block].rows.length);
  const inserted = withRows(building, block, (rows) => rows.toSpliced(at, 0, ...fresh));
  return select({ ...inserted, nextId: building.nextId + fresh.length }, { block, row: at + fresh.length - 1 });
}

export function removeRow(building: Building, { block, row }: RowPlace): Building {
  const removed = withRows(building, block, (rows) => (row < rows.length ? rows.toSpliced(row, 1) : rows));
  return select(removed, { ...removed.at });
}

/** Moves a row up or down, within its block. */
export function moveRow(building: Building, { block, row }: RowPlace, by: 1 | -1): Building {
  const to = row + by;
  const moved = withRows(building, block, (rows) => {
    const existing = rows[row];
    if (existing === undefined || to < 0 || to >= rows.length) return rows;
    return rows.toSpliced(row, 1).toSpliced(to, 0, existing);
  });
  return moved === building ? building : select(moved, { block, row: to });
}

/** Adds a block after number `after`, empty or with the same fields. */
export function addBlock(building: Building, after: number, copied: boolean): Building {
  const rows = copied ? (building.blocks[after]?.rows ?? []) : [];
  const from = building.nextId;
  const block: EditedBlock = {
    id: from,
    changes: [],
    // Representations chosen for another state of the table would mean something else here.
    rows: rows.map(({ choice: _, ...row }, nth) => ({ ...row, id: from + 1 + nth })),
  };
  return {
    ...building,
    blocks: building.blocks.toSpliced(after + 1, 0, block),
    at: { block: after + 1, row: 0 },
    nextId: from + rows.length + 1,
  };
}

/** Removes a block; empties it if it is the only one. */
export function removeBlock(building: Building, number: number): Building {
  if (building.blocks.length === 1)
    return withBlock(building, number, (block) => ({ ...block, changes: [], rows: [] }));
  const blocks = building.blocks.toSpliced(number, 1);
  return { ...building, blocks, at: { block: Math.min(number, blocks.length - 1), row: 0 } };
}

export function moveBlock(building: Building, number: number, by: 1 | -1): Building {
  const to = number + by;
  const existing = building.blocks[number];
  if (existing === undefined || to < 0 || to >= building.blocks.length) return building;
  return {
    ...building,
    blocks: building.blocks.toSpliced(number, 1).toSpliced(to, 0, existing),
    at: { ...building.at, block: to },
  };
}

/** Sets the size changes before a block. */
export function setChanges(building: Building, number: number, changes: SizeChange[]): Building {
  return withBlock(building, number, (block) => ({ ...block, changes }));
}

/** Appends blocks; replaces a single empty block. */
export function appendBlocks(building: Building, lists: readonly (readonly FieldText[])[]): Building {
  let grown = building;
  for (const fields of lists) {
    const last = grown.blocks.length - 1;
    if (grown.blocks[last]?.rows.length !== 0) grown = addBlock(grown, last, false);
    grown = insertFields(grown, { block: grown.blocks.length - 1, row: 0 }, fields);
  }
  return grown;
}

/** Pastes one list after the selected block's fields, several as new blocks. */
export function pasteLists(building: Building, lists: readonly (readonly FieldText[])[]): Building {
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) return appendBlocks(building, lists);
  const { block } = building.at;
  return insertFields(building, { block, row: building.blocks[block]?.rows.length ?? 0 }, only);
}
