/**
 * Prose written as MDX, such as Learn's chapters, as React components, and the examples in it as data: what builds or
 * tests the page compiles it.
 */
import { compile } from "@mdx-js/mdx";
import { glossary, linkTerms } from "./terms.mjs";

/** A fenced block of data: an example with its bytes and a note on each. */
const EXAMPLE = /^```example (.*)\n([\s\S]*?)\n```$/gm;

/** @returns {import("vite").Plugin} */
export function mdx() {
  return {
    name: "mdx",
    transform: {
      filter: { id: /\.mdx$/ },
      handler: async (text) => {
        const examples = Array.from(text.matchAll(EXAMPLE), ([, head, body]) => ({ head, body }));
        const prose = await compile(text.replaceAll(EXAMPLE, ""), { rehypePlugins: [[linkTerms, glossary()]] });
        return { code: `${prose}\nexport const examples = ${JSON.stringify(examples)};\n`, map: null };
      },
    },
  };
}
