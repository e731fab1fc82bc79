import { describe, expect, test } from "vitest";
import {
  addBlock,
  type Building,
  buildingOf,
  choose,
  compositionOf,
  insertFields,
  isBlank,
  limitError,
  moveBlock,
  moveRow,
  NOTHING,
  removeBlock,
  removeRow,
  select,
  setSensitive,
  write,
} from "./composition";

const field = (name: string) => ({ name, value: name.toUpperCase() });
const of = (...blocks: string[]): Building =>
  blocks.reduce(
    (building, names, block) =>
      insertFields(
        block === 0 ? building : addBlock(building, block - 1, false),
        { block, row: 0 },
        [...names].map(field),
      ),
    NOTHING,
  );
const names = ({ blocks }: Building) => blocks.map(({ rows }) => rows.map(({ name }) => name).join(""));
const ids = ({ blocks, draft, nextId }: Building) => [
  ...blocks.flatMap(({ id, rows }) => [id, ...rows.map((row) => row.id)]),
  draft,
  nextId,
];

describe("rows", () => {
  test.each<[string, Building, string[]]>([
    ["inserted in front", insertFields(of("ac"), { block: 0, row: 1 }, [field("b")]), ["abc"]],
    ["inserted behind the last", insertFields(of("a"), { block: 0, row: 9 }, [field("b")]), ["ab"]],
    ["removed", removeRow(of("abc"), { block: 0, row: 1 }), ["ac"]],
    ["none to remove", removeRow(of("a"), { block: 0, row: 1 }), ["a"]],
    ["moved down", moveRow(of("abc"), { block: 0, row: 0 }, 1), ["bac"]],
    ["moved up", moveRow(of("abc"), { block: 0, row: 2 }, -1), ["acb"]],
    ["at the end", moveRow(of("abc"), { block: 0, row: 2 }, 1), ["abc"]],
    ["of another block", removeRow(of("ab", "cd"), { block: 1, row: 0 }), ["ab", "d"]],
  ])("%s", (_, building, expected) => {
    expect(names(building)).toEqual(expected);
    expect(new Set(ids(building)).size).toBe(ids(building).length);
  });
});

describe("blocks", () => {
  test.each<[string, Building, string[], number]>([
    ["added behind", addBlock(of("a", "b"), 0, false), ["a", "", "b"], 1],
    ["copied", addBlock(of("ab"), 0, true), ["ab", "ab"], 1],
    ["removed", removeBlock(of("a", "b", "c"), 2), ["a", "b"], 1],
    ["the only one, removed", removeBlock(of("a"), 0), [""], 0],
    ["moved", moveBlock(of("a", "b", "c"), 0, 1), ["b", "a", "c"], 1],
    ["not moved beyond the end", moveBlock(of("a", "b"), 1, 1), ["a", "b"], 1],
  ])("%s", (_, building, expected, at) => {
    expect(names(building)).toEqual(expected);
    expect(building.at.block).toBe(at);
    expect(new Set(ids(building)).size).toBe(ids(building).length);
  });
});

test("what is written in the row behind the last begins it, under the id that it had", () => {
  const id = NOTHING.draft;
  const once = write(NOTHING, { block: 0, row: 0 }, { name: "a" });
  const twice = write(once, { block: 0, row: 0 }, { value: "b" });
  expect(twice.blocks[0]?.rows).toEqual([{ id, name: "a", value: "b", sensitive: false }]);
  expect(twice.draft).not.toBe(id);
  expect([isBlank(NOTHING), isBlank(twice)]).toEqual([true, false]);
});

test("bytes that are no text stay until they are typed over", () => {
  const held = insertFields(NOTHING, { block: 0, row: 0 }, [{ name: "a", value: "\ufffd", valueHex: "ff" }]);
  const renamed = write(held, { block: 0, row: 0 }, { name: "b" });
  expect(renamed.blocks[0]?.rows[0]).toMatchObject({ name: "b", valueHex: "ff" });
  expect(write(renamed, { block: 0, row: 0 }, { value: "c" }).blocks[0]?.rows[0]).not.toHaveProperty("valueHex");
});

test("what was chosen holds until a field becomes sensitive", () => {
  const at = { block: 0, row: 0 };
  const choice = { kind: "without", index: null, nameHuffman: false, valueHuffman: false } as const;
  const chosen = choose(of("a"), at, choice);
  expect(write(chosen, at, { value: "x" }).blocks[0]?.rows[0]?.choice).toEqual(choice);
  expect(choose(chosen, at, null).blocks[0]?.rows[0]).not.toHaveProperty("choice");
  expect(setSensitive(chosen, at, true).blocks[0]?.rows[0]).not.toHaveProperty("choice");
});

test("what is looked at is there", () => {
  expect(select(of("ab"), { block: 4, row: 9 }).at).toEqual({ block: 0, row: 2 });
  expect(removeRow(select(of("ab"), { block: 0, row: 2 }), { block: 0, row: 0 }).at.row).toBe(1);
});

test("a composition and what is built from it are the same", () => {
  const composition = compositionOf(of("ab", "c"));
  expect(compositionOf(buildingOf(composition))).toEqual(composition);
  expect(JSON.stringify(composition)).not.toContain('"id"');
  expect(buildingOf({ ...composition, blocks: [] }).blocks.length).toBe(1);
});

describe("too much for the builder", () => {
  const block = (rows: number, changes = 0) => ({
    rows: Array.from({ length: rows }, () => ({ ...field("a"), sensitive: false })),
    changes: Array.from({ length: changes }, () => ({ limit: 1 })),
  });
  test.each([
    ["1000 fields", { prior: [], blocks: [block(400), block(600)] }, null],
    ["1001 fields", { prior: [], blocks: [block(400), block(601)] }, /^Too many fields \(1001\)\. The limit is 1000,/],
    ["501 blocks", { prior: [], blocks: Array.from({ length: 501 }, () => block(0)) }, /blocks \(501\)/],
    ["1001 changes", { prior: [], blocks: [block(1, 1001)] }, /changes of the table size \(1001\)/],
    ["4097 entries", { prior: Array.from({ length: 4097 }, () => field("a")), blocks: [] }, /prior entries \(4097\)/],
  ])("%s", (_, composition, said) => {
    if (said === null) expect(limitError(composition)).toBeNull();
    else expect(limitError(composition)).toMatch(said);
  });
});
