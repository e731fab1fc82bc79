/** Documents with figures that were measured, each part between marks of its own, so that each can be written anew. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Replaces one part of a document and leaves the others as they are.
 * @param {string} file
 * @param {string} empty the document without figures, where it isn't there yet
 * @param {string} part
 * @param {string} text Markdown
 */
export async function writePart(file, empty, part, text) {
  const old = await readFile(file, "utf8").catch(() => empty);
  await writeFile(file, withPart(old, part, text, path.basename(file)));
}

/**
 * @param {string} document
 * @param {string} part
 * @param {string} text
 * @param {string} name what the document is called
 */
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
 * @param {number} [text] columns of text at its left; the others are figures
 */
export function table(head, rows, text = 1) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  const rule = `|${head.map((_, column) => (column < text ? "---" : "--:")).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/**
 * The rows of the table in a part, without its head.
 * @param {string} document
 * @param {string} part
 */
export function rowsOf(document, part) {
  const text = document.split(`<!-- ${part} -->`)[1]?.split(`<!-- /${part} -->`)[0] ?? "";
  const lines = text.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) => line.slice(2, -2).split(" | "));
}
