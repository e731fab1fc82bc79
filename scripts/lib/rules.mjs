/** Learn's list of rules and its glossary, against the chapters. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { withPageModule } from "./page-module.mjs";
import { TOP, WEB } from "./paths.mjs";
import { fieldsOf, glossary, proseOf, termFaults } from "./terms.mjs";

/** @typedef {{ label: string, options?: readonly { shown: string }[] }} Field */
/** @typedef {{ ask: string, rule: string, fields: readonly Field[], hints: readonly string[] }} Task */
/** @typedef {{ id: string, make: (variant: number) => Task }} Exercise */
/** @typedef {{ id: string, examples: readonly { id: string }[], exercises: readonly { id: string }[] }} Places */
/** @typedef {Places & { exercises: readonly Exercise[] }} Chapter */

/**
 * Rules or steps of the lesson whose chapter, or example or exercise in it, does not exist.
 * @param {string[][]} lines “what | chapter/part | sentence”
 * @param {readonly Places[]} chapters
 */
export function placeFaults(lines, chapters) {
  return lines.flatMap(([what = "", place = ""]) => {
    const [id, part] = place.split("/");
    const chapter = chapters.find((chapter) => chapter.id === id);
    const parts =
      chapter === undefined ? [] : [undefined, ...[...chapter.examples, ...chapter.exercises].map(({ id }) => id)];
    return parts.includes(part) ? [] : [`“${what}” names “${place}”, which does not exist`];
  });
}

/** Chapters that no rule names. @param {string[][]} rules @param {readonly Places[]} chapters */
export function unnamedFaults(rules, chapters) {
  const named = rules.map(([, place = ""]) => place.split("/")[0]);
  return chapters.filter(({ id }) => !named.includes(id)).map(({ id }) => `no rule names the chapter “${id}”`);
}

/** Variants of an exercise that are read: enough for all of its sentences. */
const VARIANTS = 50;

/** What a reader reads of a chapter's exercises. @param {{ exercises: readonly Pick<Exercise, "make">[] }} chapter */
export function exerciseTexts({ exercises }) {
  const tasks = exercises.flatMap(({ make }) => Array.from({ length: VARIANTS }, (_, at) => make(at + 1)));
  const texts = tasks.flatMap(({ ask, rule, fields, hints }) => [
    ...[ask, rule, ...hints],
    ...fields.flatMap(({ label, options = [] }) => [label, ...options.map(({ shown }) => shown)]),
  ]);
  return [...new Set(texts)].join("\n");
}

/** @param {string} file */
const read = (file) => readFileSync(path.join(WEB, "src/learn", file), "utf8");

export async function learnFaults() {
  const config = { configFile: path.join(TOP, "vite.config.ts") };
  /** @type {readonly Chapter[]} */
  const chapters = await withPageModule(config, "/src/learn/chapters/chapters.ts", ({ CHAPTERS }) => CHAPTERS);
  const rules = fieldsOf(read("reference/rules.txt"));
  const lines = [...rules, ...fieldsOf(read("reference/lesson.txt"))];
  const proses = chapters.map((chapter) => ({
    id: chapter.id,
    prose: proseOf(`${read(`chapters/${chapter.id}.mdx`)}\n${exerciseTexts(chapter)}`),
  }));
  return [...placeFaults(lines, chapters), ...unnamedFaults(rules, chapters), ...termFaults(glossary(), proses)];
}
