import { expect, test } from "vitest";
import { COMMANDS, WIDGET_KEYS } from "./table";

test("no two commands share a key where both apply", () => {
  const shared = COMMANDS.flatMap((one, at) =>
    COMMANDS.slice(at + 1)
      .filter(({ views, input }) => {
        const isSameInput = input === undefined || one.input === undefined || input === one.input;
        return isSameInput && views.some((view) => one.views.includes(view));
      })
      .filter(({ keys }) => keys.some((key) => one.keys.includes(key)))
      .map(({ id }) => `${one.id} and ${id}`),
  );
  expect(shared).toEqual([]);
});

test("each command has an id of its own", () => {
  expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
});

test("keys are named as browsers name them", () => {
  const keys = [...COMMANDS, ...WIDGET_KEYS].flatMap(({ keys }) => keys);
  const KEY = /^(Control\+|Alt\+|Shift\+)*(Arrow(Left|Right|Up|Down)|Escape|Enter|Space|Page(Up|Down)|Home|End|\S)$/;
  expect(keys.filter((key) => !KEY.test(key))).toEqual([]);
});

test.each([
  ["projector", "present"],
  ["slide", "present"],
  ["copy", "share"],
  ["dark", "theme"],
  ["diff", "compare"],
])("“%s” finds the command “%s”", (word, id) => {
  const found = COMMANDS.filter(({ title, words }) => `${title} ${words}`.toLowerCase().includes(word));
  expect(found.map(({ id }) => id)).toContain(id);
});
