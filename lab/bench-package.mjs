/**
 * `npm run lab bench-package`: the npm package against `hpack` and `hpack.js` in this Node, on stories of hpack-test-case,
 * and what each adds to a bundle; writes a part of docs/benchmark.md. With `--quick` it only prints a first impression.
 */
import { readdir, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import Hpack from "hpack";
import hpackJs from "hpack.js";
import { build } from "vite";
import { ensurePackage } from "../scripts/lib/build.mjs";
import { DIST_NPM, STORIES, TOP } from "../scripts/lib/paths.mjs";
import { announce, main } from "../scripts/lib/run.mjs";
import { figure } from "./lib/benchmark-doc.mjs";
import { dated, table, writePart } from "./lib/document.mjs";
import { median } from "./lib/parts.mjs";

const FOLDERS = ["nghttp2", "go-hpack", "haskell-http2-static-huffman", "haskell-http2-linear-huffman"];
/** @typedef {(name: string, value: string) => void} Take */
/** @typedef {{ decode(block: Buffer, take: Take): void, end?(): void }} Connection */
/** @typedef {{ name: string, value: string }} Line */
/** @typedef {{ wire: string, headers: Record<string, string>[] }} Case */

/** @returns {Promise<Record<string, () => Connection>>} */
async function engines() {
  const { Decoder } = await import(path.join(DIST_NPM, "index.js"));
  return {
    "ours, with a callback": () => {
      const decoder = new Decoder();
      return { decode: (block, take) => decoder.decode(block, take), end: () => decoder.free() };
    },
    "ours, with objects": () => {
      const decoder = new Decoder();
      return {
        decode(block, take) {
          for (const { name, value } of decoder.decode(block)) take(name, value);
        },
        end: () => decoder.free(),
      };
    },
    hpack: () => {
      const decoder = new Hpack();
      return {
        decode(block, take) {
          for (const [name, value] of decoder.decode(block)) take(name, value);
        },
      };
    },
    "hpack.js": () => {
      const decompressor = hpackJs.decompressor.create({ table: { maxSize: 4096 } });
      decompressor.on("error", (error) => {
        throw error;
      });
      return {
        decode(block, take) {
          decompressor.write(block);
          decompressor.execute();
          for (let next = decompressor.read(); next !== null; next = decompressor.read()) take(next.name, next.value);
        },
      };
    },
  };
}

/**
 * Encoders of a connection's lists, with tables of 4,096 bytes. `hpack` takes pairs, so its time includes making them.
 * @returns {Promise<Record<string, () => { encode(list: Line[]): Uint8Array[], end?(): void }>>}
 */
async function encoders() {
  const { Encoder } = await import(path.join(DIST_NPM, "index.js"));
  return {
    ours: () => {
      const encoder = new Encoder();
      return { encode: (list) => [encoder.encode(list)], end: () => encoder.free() };
    },
    hpack: () => {
      const encoder = new Hpack();
      return { encode: (list) => [encoder.encode(list.map(({ name, value }) => [name, value]))] };
    },
    "hpack.js": () => {
      const compressor = hpackJs.compressor.create({ table: { maxSize: 4096 } });
      return {
        encode(list) {
          compressor.write(list);
          const parts = [];
          for (let next = compressor.read(); next !== null; next = compressor.read()) parts.push(next);
          return parts;
        },
      };
    },
  };
}

/** The stories of a folder: blocks, lists, and fields as text. @param {string} folder */
async function storiesOf(folder) {
  const names = (await readdir(path.join(STORIES, folder))).filter((name) => name.endsWith(".json")).sort();
  return Promise.all(
    names.map(async (name) => {
      /** @type {{ cases: Case[] }} */
      const { cases } = JSON.parse(await readFile(path.join(STORIES, folder, name), "utf8"));
      return {
        blocks: cases.map(({ wire }) => Buffer.from(wire, "hex")),
        lists: cases.map(({ headers }) =>
          headers.flatMap((header) => Object.entries(header).map(([name, value]) => ({ name, value }))),
        ),
        fields: cases.flatMap(({ headers }) => headers.flatMap((header) => Object.entries(header))),
      };
    }),
  );
}

/** Keeps the optimizer from skipping strings: a character of each is read. */
let seen = 0;
/** @type {Take} */
const read = (name, value) => {
  seen = (seen + name.charCodeAt(name.length - 1) + value.charCodeAt(value.length - 1)) | 0;
};

/** @param {() => Connection} begin @param {Buffer[]} blocks @param {Take} take */
function decodeAll(begin, blocks, take) {
  const connection = begin();
  for (const block of blocks) connection.decode(block, take);
  connection.end?.();
}

/**
 * Microseconds of the processor for each story, by task, story and round: other programs don't add to them.
 * @template Story
 * @param {Record<string, (story: Story) => void>} tasks
 * @param {Story[]} stories
 * @param {number} rounds
 */
function measure(tasks, stories, rounds) {
  const times = Object.fromEntries(
    Object.keys(tasks).map((name) => [name, stories.map(() => /** @type {number[]} */ ([]))]),
  );
  for (let round = -3; round < rounds; round += 1) {
    for (const [story, given] of stories.entries()) {
      for (const [name, run] of Object.entries(tasks).sort(() => Math.random() - 0.5)) {
        const start = process.cpuUsage();
        run(given);
        const { user, system } = process.cpuUsage(start);
        // The first rounds are for the compiler.
        if (round >= 0) times[name]?.[story]?.push(user + system);
      }
    }
  }
  return times;
}

/** The sum of the stories' medians. @param {number[][]} times by story and round */
const total = (times) => times.reduce((sum, story) => sum + median(story), 0);

/** Size of a minified bundle, bytes as they are and compressed. @param {string} code */
async function bundled(code) {
  const entry = {
    name: "entry",
    enforce: /** @type {const} */ ("pre"),
    resolveId: (/** @type {string} */ id) => (id === "virtual:entry" ? "\0entry" : null),
    load: (/** @type {string} */ id) => (id === "\0entry" ? code : null),
  };
  const output = /** @type {import("vite").Rolldown.RolldownOutput} */ (
    await build({
      root: TOP,
      configFile: false,
      logLevel: "silent",
      publicDir: false,
      plugins: [entry],
      resolve: { alias: { "hpack-inspector": path.join(DIST_NPM, "index.js") } },
      ssr: { noExternal: true },
      build: { ssr: true, minify: true, write: false, rolldownOptions: { input: "virtual:entry" } },
    })
  );
  const text = output.output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("");
  return [Buffer.byteLength(text), gzipSync(text, { level: 9 }).length];
}

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} KB`;

async function sizes() {
  const rows = [];
  for (const [name, code] of [
    ["hpack-inspector: `Decoder`, `Encoder`", `export { Decoder, Encoder } from "hpack-inspector";`],
    ["hpack-inspector: also `explain`", `export { Decoder, Encoder, explain } from "hpack-inspector";`],
    ["hpack", `export { default } from "hpack";`],
    ["hpack.js", `export { default } from "hpack.js";`],
  ]) {
    const [raw = 0, compressed = 0] = await bundled(code ?? "");
    rows.push([name ?? "", kilobytes(raw), kilobytes(compressed)]);
  }
  return table(["bundle", "minified", "with gzip"], rows);
}

/**
 * Nanoseconds a field of each task, and how many times as long as the first the fastest of the others takes.
 * @param {Record<string, number[][]>} times @param {number} own number of tasks that are ours @param {number} fields
 */
function figuresOf(times, own, fields) {
  const timesOf = (/** @type {string} */ name) => times[name] ?? [];
  const names = Object.keys(times);
  const [ours = ""] = names;
  const [faster = ""] = names.slice(own).sort((one, other) => total(timesOf(one)) - total(timesOf(other)));
  const sumOf = (/** @type {string} */ name, /** @type {number} */ round) =>
    timesOf(name).reduce((sum, story) => sum + (story[round] ?? Number.NaN), 0);
  const ratios = (timesOf(ours)[0] ?? [])
    .map((_, round) => sumOf(faster, round) / sumOf(ours, round))
    .sort((one, other) => one - other);
  const [low, high] = [0.25, 0.75].map((part) => figure(ratios[Math.floor(part * ratios.length)]));
  const each = names.map((name) => figure((total(timesOf(name)) * 1e3) / fields));
  return [...each, `${figure(median(ratios))} [${low}–${high}]`];
}

/** @template T @template U @param {Record<string, T>} of @param {(value: T) => U} change @returns {Record<string, U>} */
const mapped = (of, change) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));

/**
 * Fails unless a decoder finds these fields.
 * @param {string} name @param {() => Connection} begin @param {Buffer[]} blocks @param {[string, string][]} fields
 */
function check(name, begin, blocks, fields) {
  /** @type {[string, string][]} */
  const decoded = [];
  decodeAll(begin, blocks, (name, value) => decoded.push([name, value]));
  if (JSON.stringify(decoded) !== JSON.stringify(fields)) throw new Error(`${name} has other fields.`);
}

/** @typedef {Awaited<ReturnType<typeof storiesOf>>[number]} Story */

await main(async () => {
  const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
  const rounds = values.quick ? 15 : 55;
  await ensurePackage();
  const decoding = await engines();
  const encoding = await encoders();
  const decoders = mapped(
    decoding,
    (begin) =>
      (/** @type {Story} */ { blocks }) =>
        decodeAll(begin, blocks, read),
  );
  const encodings = mapped(encoding, (begin) => (/** @type {Story} */ { lists }) => {
    const connection = begin();
    for (const list of lists) seen = (seen + connection.encode(list).length) | 0;
    connection.end?.();
  });
  const [ours = () => ({ decode: () => {} })] = Object.values(decoding);
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[][]} */
  const encodingRows = [];
  for (const folder of FOLDERS) {
    announce(`${folder}: measuring; leave the machine alone`);
    const stories = await storiesOf(folder);
    const count = stories.reduce((sum, story) => sum + story.fields.length, 0);
    // The other folders have the same lists.
    const encoders = folder === FOLDERS[0] ? Object.entries(encoding) : [];
    for (const { blocks, lists, fields } of stories) {
      for (const [name, begin] of Object.entries(decoding)) check(name, begin, blocks, fields);
      for (const [name, begin] of encoders) {
        const connection = begin();
        const written = lists.map((list) => Buffer.concat(connection.encode(list)));
        connection.end?.();
        check(name, ours, written, fields);
      }
    }
    rows.push([`\`${folder}\``, ...figuresOf(measure(decoders, stories, rounds), 2, count)]);
    console.log(rows.at(-1)?.join("  "));
    if (encoders.length === 0) continue;
    encodingRows.push(["lists", ...figuresOf(measure(encodings, stories, rounds), 1, count)]);
    console.log(encodingRows.at(-1)?.join("  "));
  }
  const head = (/** @type {string[]} */ names) => ["ns/field", ...names, "the faster other over ours"];
  const text = [
    `${dated("npm run lab bench-package")} Node ${process.version}, ${os.cpus()[0]?.model}, ${os.cpus().length} cores. ${rounds} rounds, in which the decoders take turns in random order at each story. A time is that of the processor, the sum of the stories’ medians, over the number of fields; the ratio is the median of the rounds’, with the middle half of them in brackets.`,
    table(head(Object.keys(decoding)), rows),
    "Encoding the lists of the same stories, in the same way; what is written decodes to them.",
    table(head(Object.keys(encoding)), encodingRows),
    await sizes(),
  ].join("\n\n");
  console.log(text);
  if (!values.quick) await writePart("benchmark.md", "package", text);
});
