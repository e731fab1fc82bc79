import { expect, test } from "vitest";
import { linkTerms, proseOf, termFaults, termsIn } from "./terms.mjs";

const TERMS = termsIn("entry, entries | tables | …\nstatic table | tables | …\ntable | tables | …");

test.each([
  ["the defining chapter uses it first", "Nothing.", "An entry of the static table, a table.", null],
  ["an earlier chapter has it in code only", "`an entry`", "Entries of static tables, and tables.", null],
  ["a part of another word", "A sentry, un-entry.", "Entry, static table; table.", null],
  ["an earlier chapter uses its plural", "Two Entries.", "Entry, static table; table.", "why"],
  ["no chapter uses it", "", "Static table, table.", "no chapter"],
])("terms: %s", (_, why, tables, first) => {
  const chapters = Object.entries({ why, tables }).map(([id, source]) => ({ id, prose: proseOf(source) }));
  const fault = `glossary: “entry” is defined in “tables”, but first used in “${first}”`;
  expect(termFaults(TERMS, chapters)).toEqual(first === null ? [] : [fault]);
});

test("the first mention of a term becomes a link, the longest term first, and code is left alone", () => {
  const text = (value: string) => ({ type: "text", value });
  const element = (tagName: string, ...children: { type: string }[]) => ({ type: "element", tagName, children });
  const [code, stressed] = [element("code", text("entry")), element("em", text("static tables"))];
  const tree = element("p", code, stressed, text(": a table has Entries, an entry"));
  linkTerms(TERMS)(tree);
  const shown = JSON.stringify(tree, (_, value) =>
    value?.name === "Term"
      ? `[${value.attributes[0].value}: ${value.children[0].value}]`
      : (value?.value ?? value?.children ?? value),
  );
  expect(shown).toBe(
    '[["entry"],["","[static table: static tables]",""],": a ","[table: table]"," has ","[entry: Entries]",", an entry"]',
  );
});
