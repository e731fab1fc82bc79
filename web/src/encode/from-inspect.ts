/** A block that is open in Inspect, with the table as it meets it, for the builder. */
import type { FieldText, SizeChange } from "../engine/compose-types";
import { has, type Row } from "../engine/windows";
import type { Inspector } from "../inspect/inspector";
import { wholeField, wholeOctets } from "../inspect/whole-field";
import { DEFAULT_TABLE_SIZE } from "../session/options";
import { hexOf } from "../ui/figures";
import { type Building, insertFields, NOTHING, setChanges } from "./composition";

/** Entries that are asked for: more does not fit into 64 KiB. */
const ENTRIES = 2048;

/**
 * What builds the same block; a sentence where that can't be. The table goes
 * along where all of it is known; else the block begins with an empty one.
 */
export async function buildingOfBlock(inspector: Inspector, number: number): Promise<Building | string> {
  const { client } = inspector;
  const block = await client.block(number);
  const detail = await client.core.detail(number);
  if (block === null || detail === null) return "The block is no longer open.";
  const before = await inspector.tableRow({ block: number, row: null, fault: false, octet: null });
  const table = await client.core.table(block.direction, before, 0, ENTRIES);
  if (table === null) return "The block is no longer open.";
  const fields: (FieldText & { sensitive: boolean })[] = [];
  const changes: SizeChange[] = detail.limitChanges.map((limit) => ({ limit }));
  for (const row of await client.rows(block.firstRow, block.firstRow + block.rows)) {
    if (row.kind === "size-update") {
      changes.push({ maximum: row.size });
      continue;
    }
    const text = await textOf(inspector, row);
    if (text === null) return "A name or a value of this block is not known as a whole, so that it can't be encoded.";
    fields.push({ ...text, sensitive: row.kind === "never" });
  }
  const entries = table.entries.flatMap(({ name, value }) =>
    name === null || value === null ? [] : [{ name, value }],
  );
  const isKnown = table.unknown === 0 && entries.length === table.fill.count;
  const start: Building = {
    ...NOTHING,
    limit: table.fill.limit,
    ...(table.fill.maxSize === Math.min(table.fill.limit, DEFAULT_TABLE_SIZE) ? {} : { maximum: table.fill.maxSize }),
    prior: isKnown ? entries : [],
  };
  const built = insertFields(start, { block: 0, row: 0 }, fields);
  return { ...setChanges(built, 0, changes), at: { block: 0, row: 0 } };
}

/** null where not all of it is known, or an entry holds octets that are no text. */
async function textOf({ client }: Inspector, row: Row): Promise<FieldText | null> {
  if (has(row, "nameUnknown") || has(row, "valueUnknown")) return null;
  const odd = has(row, "nameNotUtf8") || has(row, "valueNotUtf8");
  if (!odd && !has(row, "nameCut") && !has(row, "valueCut")) return { name: row.name, value: row.value };
  const text = await wholeField(client.core, row.row);
  if (!odd || text === null) return text;
  const explanation = await client.core.explain(row.row, 0);
  const octetsOf = async (role: "name" | "value") => {
    const part = explanation?.parts.find((part) => part.part === "string" && part.role === role);
    return part?.part === "string" ? hexOf(await wholeOctets(client.core, row.row, part), "") : null;
  };
  const nameHex = has(row, "nameNotUtf8") ? await octetsOf("name") : undefined;
  const valueHex = has(row, "valueNotUtf8") ? await octetsOf("value") : undefined;
  if (nameHex === null || valueHex === null) return null;
  return { ...text, ...(nameHex === undefined ? {} : { nameHex }), ...(valueHex === undefined ? {} : { valueHex }) };
}
