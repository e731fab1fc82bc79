/**
 * `npm run lab h2`: the crate h2 with hpack-core in place of its own HPACK (crate/peers/h2/hpack.rs), against h2load, nghttp,
 * curl and Node, as server and as client: with trailers, header blocks of several frames, tables of 0, 256 and 65,536
 * bytes, and header lists above the limit, which the connection has to survive. Prints what was done and whether it was
 * right, then h2's time a request with its own HPACK and with ours. `npm run lab h2 -- --requests 1000` asks for fewer.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { CRATE, PEERS } from "../scripts/lib/paths.mjs";
import { Advice, announce, main, must, outputOf, requireProgram, run, which, withFolder } from "../scripts/lib/run.mjs";
import { ensureRust } from "../scripts/lib/rust.mjs";
import { table } from "./lib/document.mjs";
import { LARGE_EVERY, sendRequests, withCheck, withServer, withTls } from "./lib/h2-node.mjs";
import { median } from "./lib/parts.mjs";

/** The server and the client, and a folder for copies, which git ignores. */
const PROGRAM = path.join(PEERS, "h2");
const SCRATCH = path.join(CRATE, "target", "h2");

/** Whose HPACK a program uses. @typedef {"original" | "swapped"} Codec */

/** @param {Codec} codec */
const programOf = (codec) => path.join(SCRATCH, codec, "release", "h2-swap");

const TABLES = [0, 256, 4096, 65_536];
/** A limit below the large lists here, bytes. */
const LIST_LIMIT = 16_384;

/** @type {Record<string, string>} */
const TOOLS = { h2load: "nghttp2-client", nghttp: "nghttp2-client", curl: "curl", openssl: "openssl" };

/** Builds the program twice: over h2 as published, and over a copy whose module `hpack` is ours. */
async function build() {
  const manifest = path.join(PROGRAM, "Cargo.toml");
  const cargo = (/** @type {Codec} */ codec, /** @type {string[]} */ args) =>
    must("cargo", ["build", "--release", "--quiet", "--target-dir", path.join(SCRATCH, codec), ...args]);
  await cargo("original", ["--locked", "--manifest-path", manifest]);

  const found = await must("cargo", ["metadata", "--locked", "--format-version=1", "--manifest-path", manifest], {
    quiet: true,
  });
  /** @type {{ packages: { name: string, manifest_path: string }[] }} */
  const { packages } = JSON.parse(found.slice(found.indexOf("{")));
  const published = packages.find(({ name }) => name === "h2");
  if (published === undefined) throw new Advice("Cargo.lock does not name h2.");

  const [library, program] = [path.join(SCRATCH, "library"), path.join(SCRATCH, "program")];
  for (const folder of [library, program]) await rm(folder, { recursive: true, force: true });
  await cp(path.dirname(published.manifest_path), library, { recursive: true });
  const codec = path.join(library, "src", "hpack");
  const kept = await readFile(path.join(codec, "header.rs"));
  await rm(codec, { recursive: true });
  await mkdir(codec);
  await writeFile(path.join(codec, "header.rs"), kept);
  await cp(path.join(PROGRAM, "hpack.rs"), path.join(codec, "mod.rs"));
  const ours = path.relative(library, path.join(CRATE, "hpack")).replaceAll("\\", "/");
  // Only h2's own HPACK used all of header.rs.
  const lints = '[lints.rust]\ndead_code = "allow"\n';
  await appendFile(path.join(library, "Cargo.toml"), `\n[dependencies.hpack-core]\npath = "${ours}"\n\n${lints}`);
  await cp(PROGRAM, program, { recursive: true });
  await appendFile(path.join(program, "Cargo.toml"), '\n[patch.crates-io]\nh2.path = "../library"\n');
  // Offline: nothing but h2 becomes another version.
  await cargo("swapped", ["--offline", "--manifest-path", path.join(program, "Cargo.toml")]);
}

/**
 * Runs a server, whose first line is its port, while `use` needs it; returns its errors, too.
 * @template T
 * @param {string[]} command
 * @param {(port: number, pid: number) => Promise<T>} use
 */
async function withProgram([command = "", ...args], use) {
  const server = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  server.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
  });
  let result;
  try {
    const [line] = await once(createInterface(server.stdout), "line");
    result = await use(Number(line), server.pid ?? 0);
  } finally {
    server.kill();
    await once(server, "close");
  }
  return { result, errors };
}

/**
 * @template T
 * @param {Codec} codec
 * @param {string[]} settings
 * @param {(port: number, pid: number) => Promise<T>} use
 */
async function withH2(codec, settings, use) {
  const { result, errors } = await withProgram([programOf(codec), "server", ...settings], use);
  process.stderr.write(errors);
  return result;
}

/** @param {Codec} codec @param {number} port @param {number} requests @param {string[]} settings */
async function sendByH2(codec, port, requests, settings) {
  const args = ["client", String(port), String(requests), ...settings];
  const { output } = await run(programOf(codec), args, { quiet: true });
  const [, answered = 0, refused = 0, wrong = requests] = /^(\d+) (\d+) (\d+)$/m.exec(output)?.map(Number) ?? [];
  if (wrong !== 0) process.stderr.write(output.slice(0, 1000));
  return { answered, refused };
}

/** @param {string} option @param {[string, string][]} fields */
const asOptions = (option, fields) => fields.flatMap(([name, value]) => [option, `${name}: ${value}`]);

/** The options of nghttp2's programs. @param {number} size */
const tableSizes = (size) => [`--header-table-size=${size}`, `--encoder-header-table-size=${size}`];

/** Fields of all requests of a command; one of them alone is larger than a frame, if wanted. @param {boolean} isLarge */
const constantFields = (isLarge) =>
  withCheck([
    ["x-forwarded-for", "203.0.113.7"],
    ["x-request-id", "7b0e2f1c-61b5-4c0e-9d35-4b7f1f6b3a55"],
    .../** @type {[string, string][]} */ (isLarge ? [["x-large", "0123456789 abcdefghij~".repeat(1000)]] : []),
  ]);

/** @param {RegExp} pattern @param {string | null} text */
const count = (pattern, text) => (text ?? "").match(pattern)?.length ?? 0;

/**
 * The programs that send the same request again and again; each returns the number of right answers.
 * @type {Record<string, (port: number, requests: number, table: number, isLarge: boolean, folder: string) =>
 *   Promise<number>>}
 */
const CLIENTS = {
  async h2load(port, requests, size, isLarge) {
    const options = ["-n", String(requests), "-c4", "-m16", ...tableSizes(size)];
    const fields = asOptions("-H", constantFields(isLarge));
    const output = await outputOf("h2load", [...options, ...fields, `http://127.0.0.1:${port}/`]);
    return Number(/status codes: (\d+) 2xx/.exec(output ?? "")?.[1] ?? 0);
  },
  async nghttp(port, requests, size, isLarge, folder) {
    const body = path.join(folder, "body");
    await writeFile(body, "body");
    const options = ["-nv", "-m", String(requests), "-d", body, ...tableSizes(size)];
    const fields = asOptions("-H", constantFields(isLarge));
    const trailers = asOptions("--trailer", withCheck([["x-trailer", "checked"]]));
    if (isLarge) options.push("--continuation");
    const output = await outputOf("nghttp", [...options, ...fields, ...trailers, `http://127.0.0.1:${port}/`]);
    const answers = count(/recv \(stream_id=\d+\) :status: 200/g, output);
    return Math.min(answers, count(/recv \(stream_id=\d+\) x-trailer: checked/g, output));
  },
  // With TLS: not every version of curl uses a connection again without.
  curl: (port, requests, _, isLarge, folder) =>
    withTls(port, folder, async (outside) => {
      const fields = constantFields(isLarge);
      const shown = ["-o", os.devNull, "-w", "%{http_version} %{http_code} %header{x-check}\\n"];
      const options = ["--silent", "--insecure", ...shown, ...asOptions("-H", fields)];
      const output = await outputOf("curl", [...options, `https://127.0.0.1:${outside}/[1-${requests}]`]);
      return count(new RegExp(`^2 200 ${fields.at(-1)?.[1]}$`, "gm"), output);
    }),
};

/** All combinations, as rows of a table. @param {number} requests @param {string} folder for files of the clients */
async function tryAll(requests, folder) {
  /** @type {string[][]} */
  const rows = [];
  /**
   * @param {string} what @param {number} size @param {number} asked
   * @param {{ answered: number, refused: number }} outcome @param {number} [refusals] that are expected
   */
  const add = (what, size, asked, { answered, refused }, refusals = 0) => {
    const verdict = refused === refusals && answered === asked - refusals ? "right" : "WRONG";
    rows.push([what, size.toLocaleString("en"), ...[asked, answered, refused].map(String), verdict]);
  };
  const few = Math.ceil(requests / LARGE_EVERY);
  const large = Math.floor(requests / LARGE_EVERY);

  for (const size of TABLES) {
    const settings = [`--table=${size}`];
    await withH2("swapped", settings, async (port) => {
      for (const [name, send] of Object.entries(CLIENTS)) {
        add(`${name} → h2`, size, requests, { answered: await send(port, requests, size, false, folder), refused: 0 });
        const answered = await send(port, few, size, true, folder);
        add(`${name} → h2, CONTINUATION`, size, few, { answered, refused: 0 });
      }
      add("Node → h2", size, requests, await sendRequests(port, { requests, table: size }));
      add("h2 → h2", size, requests, await sendByH2("swapped", port, requests, settings));
      add("published h2 → h2", size, requests, await sendByH2("original", port, requests, settings));
    });
    await withH2("original", settings, async (port) => {
      add("h2 → published h2", size, requests, await sendByH2("swapped", port, requests, settings));
    });
    await withServer({ table: size }, async (port) => {
      add("h2 → Node", size, requests, await sendByH2("swapped", port, requests, settings));
    });
  }

  const limit = [`--list=${LIST_LIMIT}`];
  await withH2("swapped", limit, async (port) => {
    add("Node → h2 with a limit", 4096, requests, await sendRequests(port, { requests, table: 4096 }), large);
    add("h2 → h2 with a limit", 4096, requests, await sendByH2("swapped", port, requests, []), large);
  });
  await withServer({ table: 4096 }, async (port) => {
    add("h2 with a limit → Node", 4096, requests, await sendByH2("swapped", port, requests, limit), large);
  });
  return rows;
}

/** Fields of browsers. @type {[string, string][]} */
const BROWSER = [
  ["user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0"],
  ["accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"],
  ["accept-language", "en-US,en;q=0.5"],
  ["accept-encoding", "gzip, deflate, br"],
  ["cookie", "session=8f14e45fceea167a5a36dedd4bea2543; theme=dark"],
  ["x-forwarded-for", "203.0.113.7"],
];

const ROUNDS = 9;

/** @param {number} port @param {number} number @param {number} size */
function load(port, number, size) {
  const options = ["-n", String(number), "-c1", "-m10", ...tableSizes(size), ...asOptions("-H", BROWSER)];
  return must("h2load", [...options, `http://127.0.0.1:${port}/plain`], { quiet: true });
}

/** The time that the server runs on a processor, µs a request. @param {Codec} codec @param {number} size @param {number} requests */
async function timeRequest(codec, size, requests) {
  return withH2(codec, [`--table=${size}`], async (port, pid) => {
    const time = async () => Number((await readFile(`/proc/${pid}/schedstat`, "utf8")).split(" ")[0]);
    const before = await time();
    await load(port, requests, size);
    return ((await time()) - before) / requests / 1000;
  });
}

/** The server's instructions a request, from many requests and few. @param {Codec} codec @param {number} size */
async function countInstructions(codec, size) {
  const [few, many] = [1000, 5000];
  const counts = [];
  for (const requests of [few, many]) {
    const valgrind = ["valgrind", "--tool=callgrind", `--callgrind-out-file=${os.devNull}`];
    const command = [...valgrind, programOf(codec), "server", `--table=${size}`];
    const { errors } = await withProgram(command, (port) => load(port, requests, size));
    counts.push(Number(/Collected : (\d+)/.exec(errors)?.[1]));
  }
  return ((counts[1] ?? 0) - (counts[0] ?? 0)) / (many - few);
}

/** The server's time a request, and its instructions: h2's own HPACK and ours in turns. @param {number} requests */
async function measure(requests) {
  if (process.platform !== "linux") return "h2's time a request is measured on Linux only.";
  const lines = [];
  for (const [title, size] of /** @type {const} */ ([
    ["All in tables", 4096],
    ["No tables", 0],
  ])) {
    /** @type {[original: number, swapped: number][]} */
    const rounds = [];
    while (rounds.length < ROUNDS) {
      rounds.push([await timeRequest("original", size, requests), await timeRequest("swapped", size, requests)]);
    }
    const times = [median(rounds.map(([original]) => original)), median(rounds.map(([, swapped]) => swapped))];
    const ratio = median(rounds.map(([original, swapped]) => swapped / original));
    lines.push([title, "µs", ...[...times, ratio].map((number) => number.toFixed(2))]);
    if (which("valgrind") === null) continue;
    const [first, second] = [await countInstructions("original", size), await countInstructions("swapped", size)];
    lines.push([title, "instructions", first.toFixed(0), second.toFixed(0), (second / first).toFixed(2)]);
  }
  return table(["a request of h2's server", "", "its own HPACK", "ours", "ratio"], lines, 2);
}

await main(async () => {
  const { values } = parseArgs({ options: { requests: { type: "string", default: "10000" } } });
  const requests = Number(values.requests);
  if (!Number.isSafeInteger(requests) || requests < 200) throw new Advice("--requests: 200 or more.");
  for (const [tool, where] of Object.entries(TOOLS)) {
    requireProgram(tool, `on Debian, apt-get install ${where}`);
  }
  await ensureRust();
  announce("h2, with its own HPACK and with ours");
  await build();
  await withFolder(async (folder) => {
    const rows = await tryAll(requests, folder);
    console.log(table(["", "table", "requests", "answered", "refused as too large", ""], rows));
    console.log(await measure(requests));
    if (rows.some((row) => row.at(-1) === "WRONG")) throw new Advice("h2 with our HPACK was wrong: see above.");
  });
});
