/**
 * The glossary's terms in Learn's chapters: the first mention in each chapter links to the glossary, and no chapter uses
 * a term before the one that defines it.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { WEB } from "./paths.mjs";

/** @typedef {{ name: string, pattern: RegExp, chapter: string }} Term */
/** @typedef {{ type: string, tagName?: string, name?: string | null, value?: string, children?: Node[] }} Node */

const GLOSSARY = path.join(WEB, "src/learn/reference/glossary.txt");

/** The fields of a file's lines. @param {string} text */
export const fieldsOf = (text) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split(" | "));

/** The terms of the glossary: “name, other form | chapter | definition”. @param {string} text @returns {Term[]} */
export function termsIn(text) {
  return fieldsOf(text).map(([names = "", chapter = ""]) => {
    const forms = names.split(", ");
    const pattern = new RegExp(`(?<![\\w-])(?:${forms.join("|")})(?:s|es)?(?![\\w-])`, "i");
    return { name: forms[0] ?? "", pattern, chapter };
  });
}

/** @returns {Term[]} */
export const glossary = () => termsIn(readFileSync(GLOSSARY, "utf8"));

const LEFT_ALONE = /^(a|code|h[1-6]|S|Fact)$/;

/** A rehype plugin: puts `Term` around the first mention of each term. @param {Term[]} terms */
export function linkTerms(terms) {
  return (/** @type {Node} */ tree) => {
    const left = new Set(terms);
    const visit = (/** @type {Node} */ node) => {
      if (LEFT_ALONE.test(node.tagName ?? node.name ?? "")) return;
      node.children = node.children?.flatMap((child) => {
        if (child.type !== "text") visit(child);
        return child.type === "text" ? withLinks(child.value ?? "", left) : [child];
      });
    };
    visit(tree);
  };
}

/** @param {string} text @param {Set<Term>} left @returns {Node[]} */
function withLinks(text, left) {
  const found = [...left].flatMap((term) => {
    const match = term.pattern.exec(text);
    return match === null ? [] : [{ term, at: match.index, words: match[0] }];
  });
  const first = found.sort((a, b) => a.at - b.at || b.words.length - a.words.length)[0];
  if (first === undefined) return [{ type: "text", value: text }];
  const { term, at, words } = first;
  left.delete(term);
  const attributes = [{ type: "mdxJsxAttribute", name: "name", value: term.name }];
  const link = { type: "mdxJsxTextElement", name: "Term", attributes, children: [{ type: "text", value: words }] };
  return [{ type: "text", value: text.slice(0, at) }, link, ...withLinks(text.slice(at + words.length), left)];
}

/** What a reader reads of a chapter's source: neither code nor bytes. @param {string} source */
export const proseOf = (source) => source.replace(/^(import|export|```).*$/gm, "").replace(/`[^`]*`|<[^>]*>/g, "");

/**
 * Terms that are used in a chapter before the one that defines them, or not used there.
 * @param {Term[]} terms @param {{ id: string, prose: string }[]} chapters in their order
 */
export function termFaults(terms, chapters) {
  return terms.flatMap(({ name, pattern, chapter }) => {
    const first = chapters.find(({ prose }) => pattern.test(prose));
    if (first?.id === chapter) return [];
    return [`glossary: “${name}” is defined in “${chapter}”, but first used in “${first?.id ?? "no chapter"}”`];
  });
}
