import { expect, test } from "vitest";
import { exerciseTexts, placeFaults, unnamedFaults } from "./rules.mjs";
import { linkTerms, proseOf, termFaults, termsIn } from "./terms.mjs";

const CHAPTERS = [
  { id: "why", examples: [{ id: "browser" }], exercises: [{ id: "known-field" }] },
  { id: "tables", examples: [], exercises: [] },
];

test.each([
  ["why", []],
  ["why/browser", []],
  ["why/known-field", []],
  ["tables/browser", ["“§1” names “tables/browser”, which does not exist"]],
  ["wy", ["“§1” names “wy”, which does not exist"]],
])("a rule shown in %s", (place, faults) => {
  expect(placeFaults([["§1", place, "…"]], CHAPTERS)).toEqual(faults);
});

test("each chapter is named by a rule", () => {
  expect(unnamedFaults([["§1", "why/browser", ""]], CHAPTERS)).toEqual(["no rule names the chapter “tables”"]);
});

const TERMS = termsIn("entry, entries | tables | …\nstatic table | tables | …\ntable | tables | …");

test.each([
  ["the defining chapter uses it first", "Nothing.", "An entry of the static table, a table.", []],
  ["an earlier chapter has it in code only", "`an entry`", "Entries of static tables, and tables.", []],
  ["a part of another word", "A sentry, un-entry.", "Entry, static table; table.", []],
  [
    "an earlier chapter uses its plural",
    "Two Entries.",
    "Entry, static table; table.",
    ["glossary: “entry” is defined in “tables”, but first used in “why”"],
  ],
  [
    "no chapter uses it",
    "",
    "Static table, table.",
    ["glossary: “entry” is defined in “tables”, but first used in “no chapter”"],
  ],
])("terms: %s", (_, why, tables, faults) => {
  const chapters = [
    { id: "why", prose: proseOf(why) },
    { id: "tables", prose: proseOf(tables) },
  ];
  expect(termFaults(TERMS, chapters)).toEqual(faults);
});

test("what an exercise asks, hints and offers is read too, each sentence once", () => {
  const make = (variant: number) => ({
    ask: `Which ${variant % 2}?`,
    rule: "A rule.",
    fields: [{ label: "Place", options: [{ shown: "end" }] }],
    hints: ["A hint."],
  });
  const texts = ["Which 1?", "A rule.", "A hint.", "Place", "end", "Which 0?"];
  expect(exerciseTexts({ exercises: [{ make }] })).toBe(texts.join("\n"));
});

test("the first mention of a term becomes a link, the longest term first, and code is left alone", () => {
  const text = (value: string) => ({ type: "text", value });
  const element = (tagName: string, ...children: { type: string }[]) => ({ type: "element", tagName, children });
  const tree = element(
    "p",
    element("code", text("entry")),
    element("em", text("static tables")),
    text(": a table has Entries, an entry"),
  );
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
