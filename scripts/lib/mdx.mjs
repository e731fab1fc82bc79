/** Prose written as MDX, such as Learn's chapters, as React components: what builds or tests the page compiles it. */
import { compile } from "@mdx-js/mdx";

/** @returns {import("vite").Plugin} */
export function mdx() {
  return {
    name: "mdx",
    transform: {
      filter: { id: /\.mdx$/ },
      handler: async (text) => ({ code: String(await compile(text)), map: null }),
    },
  };
}
