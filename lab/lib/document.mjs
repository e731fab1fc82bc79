/** Documents with measured figures, each part between its own marks, so that it can be replaced by itself. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { TOP } from "../../scripts/lib/paths.mjs";

/**
 * Replaces one part of a document.
 * @param {string} name of the document @param {string} part @param {string} text Markdown
 */
export async function writePart(name, part, text) {
  const file = path.join(TOP, "docs", name);
  await writeFile(file, withPart(await readFile(file, "utf8"), part, text, name));
}

/** @param {string} document @param {string} part @param {string} text @param {string} name of the document */
export function withPart(document, part, text, name) {
  const [open, close] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
  const [start, end] = [document.indexOf(open), document.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`${name} has lost the marks ${open} and ${close}.`);
  return `${document.slice(0, start + open.length)}\n${text.trim()}\n${document.slice(end)}`;
}

/**
 * A table in Markdown.
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {number} [text] the number of columns of text at the left; the others are figures
 */
export function table(head, rows, text = 1) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  const rule = `|${head.map((_, column) => (column < text ? "---" : "--:")).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** A command and the day of a measurement. @param {string} command */
export const dated = (command) => `\`${command}\`, ${new Date().toISOString().slice(0, 10)}.`;

/**
 * Replaces the row of a table in a part of a document, or adds it: the first cell names it.
 * @param {string} name of the document @param {string} part @param {string[]} cells
 */
export async function writeRow(name, part, cells) {
  const document = await readFile(path.join(TOP, "docs", name), "utf8");
  await writePart(name, part, withRow(document.split(`<!-- ${part} -->`)[1]?.split("<!--")[0] ?? "", cells));
}

/** @param {string} text with one table, which ends it @param {string[]} cells */
export function withRow(text, cells) {
  const lines = text.trim().split("\n");
  const at = lines.findIndex((line) => line.startsWith(`| ${cells[0]} |`));
  lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}
