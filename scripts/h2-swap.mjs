/**
 * `npm run h2`: the crate h2 with hpack-core in place of its own HPACK (crate/peers/h2/hpack.rs), against h2load, nghttp,
 * curl and Node, as server and as client: with trailers, header blocks of several frames, tables of 0, 256 and 65,536
 * bytes, and header lists above the limit, after which the connection has to live on. Prints what was done and whether it
 * was right, then h2's time a request with its own HPACK and with ours. `npm run h2 -- --requests 1000` asks for fewer.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { table } from "./lib/document.mjs";
import { sendRequests, withCheck, withServer, withTls } from "./lib/h2-node.mjs";
import { CRATE, PEERS } from "./lib/paths.mjs";
import { Advice, announce, main, must, outputOf, run, which } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

/** The server and the client; and what is written for them, which git ignores. */
const PROGRAM = path.join(PEERS, "h2");
const SCRATCH = path.join(CRATE, "target", "h2");

/** Whose HPACK a program uses. @typedef {"original" | "swapped"} Codec */

/** @param {Codec} codec */
const programOf = (codec) => path.join(SCRATCH, codec, "release", "h2-swap");

const TABLES = [0, 256, 4096, 65_536];
/** A limit below the large lists here, bytes. */
const LIST_LIMIT = 16_384;
/** Of so many requests one is larger than a frame: what crate/peers/h2 and lib/h2-node.mjs send. */
const LARGE_EVERY = 50;

/** @type {Record<string, string>} */
const TOOLS = { h2load: "nghttp2-client", nghttp: "nghttp2-client", curl: "curl", openssl: "openssl" };

/**
 * What was tried, and with how many requests: `refused` are those above the limit.
 * @typedef {{ what: string, table: string, asked: number, answered: number, refused: number, right: boolean }} Row
 */

/** Builds the program twice: over h2 as published, and over a copy whose module `hpack` is ours. */
async function build() {
  const manifest = path.join(PROGRAM, "Cargo.toml");
  const cargo = (/** @type {Codec} */ codec, /** @type {string[]} */ args) =>
    must("cargo", ["build", "--release", "--quiet", "--target-dir", path.join(SCRATCH, codec), ...args]);
  await cargo("original", ["--locked", "--manifest-path", manifest]);

  const found = await outputOf("cargo", ["metadata", "--locked", "--format-version=1", "--manifest-path", manifest]);
  if (found === null) throw new Advice("cargo metadata failed.");
  /** @type {{ packages: { name: string, manifest_path: string }[] }} */
  const { packages } = JSON.parse(found.slice(found.indexOf("{")));
  const published = packages.find(({ name }) => name === "h2");
  if (published === undefined) throw new Advice("Cargo.lock does not name h2.");

  const [library, program] = ["library", "program"].map((name) => path.join(SCRATCH, name));
  if (library === undefined || program === undefined) return;
  for (const folder of [library, program]) await rm(folder, { recursive: true, force: true });
  await cp(path.dirname(published.manifest_path), library, { recursive: true });
  const codec = path.join(library, "src", "hpack");
  const kept = await readFile(path.join(codec, "header.rs"));
  await rm(codec, { recursive: true });
  await mkdir(codec);
  await writeFile(path.join(codec, "header.rs"), kept);
  await cp(path.join(PROGRAM, "hpack.rs"), path.join(codec, "mod.rs"));
  const ours = path.relative(library, path.join(CRATE, "hpack")).replaceAll("\\", "/");
  // What only h2's own HPACK used of header.rs is no matter for warnings.
  const lints = '[lints.rust]\ndead_code = "allow"\n';
  await appendFile(path.join(library, "Cargo.toml"), `\n[dependencies.hpack-core]\npath = "${ours}"\n\n${lints}`);

  await cp(PROGRAM, program, { recursive: true });
  await appendFile(path.join(program, "Cargo.toml"), '\n[patch.crates-io]\nh2.path = "../library"\n');
  // Offline: nothing but h2 becomes another version.
  await cargo("swapped", ["--offline", "--manifest-path", path.join(program, "Cargo.toml")]);
}

/**
 * Runs a server while `use` needs it.
 * @template T
 * @param {Codec} codec
 * @param {string[]} settings
 * @param {(port: number, pid: number) => Promise<T>} use
 */
async function withH2(codec, settings, use) {
  const server = spawn(programOf(codec), ["server", ...settings], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await once(createInterface(server.stdout), "line");
    return await use(Number(line), server.pid ?? 0);
  } finally {
    server.kill();
    await once(server, "close");
  }
}

/**
 * Sends requests by h2's client.
 * @param {Codec} codec
 * @param {number} port
 * @param {number} requests
 * @param {string[]} settings
 */
async function sendByH2(codec, port, requests, settings) {
  const { output } = await run(programOf(codec), ["client", String(port), String(requests), ...settings], {
    quiet: true,
  });
  const [, answered, refused, wrong] = /^(\d+) (\d+) (\d+)$/m.exec(output)?.map(Number) ?? [0, 0, 0, requests];
  if (wrong !== 0) process.stderr.write(output.slice(0, 1000));
  return { answered: answered ?? 0, refused: refused ?? 0 };
}

/**
 * Fields that all requests of a command have; one of them alone is larger than a frame, if wanted.
 * @param {boolean} isLarge
 */
function constantFields(isLarge) {
  /** @type {[string, string][]} */
  const fields = [
    ["x-forwarded-for", "203.0.113.7"],
    ["x-request-id", "7b0e2f1c-61b5-4c0e-9d35-4b7f1f6b3a55"],
  ];
  if (isLarge) fields.push(["x-large", "0123456789 abcdefghij~".repeat(1000)]);
  return withCheck(fields);
}

/** @param {string} option @param {[string, string][]} fields */
const asOptions = (option, fields) => fields.flatMap(([name, value]) => [option, `${name}: ${value}`]);

/** @param {RegExp} pattern @param {string | null} text */
const count = (pattern, text) => (text ?? "").match(pattern)?.length ?? 0;

/**
 * The programs that send the same request again and again; each gives the number of right answers.
 * @type {Record<string, (port: number, requests: number, table: number, isLarge: boolean) => Promise<number>>}
 */
const CLIENTS = {
  async h2load(port, requests, size, isLarge) {
    const sizes = [`--header-table-size=${size}`, `--encoder-header-table-size=${size}`];
    const options = ["-n", String(requests), "-c4", "-m16", ...sizes, ...asOptions("-H", constantFields(isLarge))];
    const output = await outputOf("h2load", [...options, `http://127.0.0.1:${port}/`]);
    return Number(/status codes: (\d+) 2xx/.exec(output ?? "")?.[1] ?? 0);
  },
  nghttp: (port, requests, size, isLarge) =>
    withFolder(async (folder) => {
      const body = path.join(folder, "body");
      await writeFile(body, "body");
      const sizes = [`--header-table-size=${size}`, `--encoder-header-table-size=${size}`];
      const fields = asOptions("-H", constantFields(isLarge));
      const trailers = asOptions("--trailer", withCheck([["x-trailer", "checked"]]));
      const options = ["-nv", "-m", String(requests), "-d", body, ...sizes, ...fields, ...trailers];
      if (isLarge) options.push("--continuation");
      const output = await outputOf("nghttp", [...options, `http://127.0.0.1:${port}/`]);
      const answers = count(/recv \(stream_id=\d+\) :status: 200/g, output);
      return Math.min(answers, count(/recv \(stream_id=\d+\) x-trailer: checked/g, output));
    }),
  // With TLS: not every version of curl uses a connection again without.
  curl: (port, requests, _, isLarge) =>
    withFolder((folder) =>
      withTls(port, folder, async (outside) => {
        const fields = constantFields(isLarge);
        const shown = ["-o", os.devNull, "-w", "%{http_version} %{http_code} %header{x-check}\\n"];
        const options = ["--silent", "--insecure", ...shown, ...asOptions("-H", fields)];
        const output = await outputOf("curl", [...options, `https://127.0.0.1:${outside}/[1-${requests}]`]);
        return count(new RegExp(`^2 200 ${fields.at(-1)?.[1]}$`, "gm"), output);
      }),
    ),
};

/**
 * @template T
 * @param {(folder: string) => Promise<T>} use
 */
async function withFolder(use) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "h2-swap-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * All combinations.
 * @param {number} requests
 */
async function tryAll(requests) {
  /** @type {Row[]} */
  const rows = [];
  /**
   * @param {string} what @param {string} size @param {number} asked
   * @param {{ answered: number, refused: number }} outcome @param {number} [refusals] that are expected
   */
  const add = (what, size, asked, { answered, refused }, refusals = 0) => {
    const right = refused === refusals && answered === asked - refusals;
    rows.push({ what, table: size, asked, answered, refused, right });
  };
  const few = Math.ceil(requests / LARGE_EVERY);
  const large = Math.floor(requests / LARGE_EVERY);

  for (const size of TABLES) {
    const settings = [`--table=${size}`];
    const shown = size.toLocaleString("en");
    await withH2("swapped", settings, async (port) => {
      for (const [name, send] of Object.entries(CLIENTS)) {
        add(`${name} → h2`, shown, requests, { answered: await send(port, requests, size, false), refused: 0 });
        const answered = await send(port, few, size, true);
        add(`${name} → h2, CONTINUATION`, shown, few, { answered, refused: 0 });
      }
      add("Node → h2", shown, requests, await sendRequests(port, { requests, table: size }));
      add("h2 → h2", shown, requests, await sendByH2("swapped", port, requests, settings));
      add("published h2 → h2", shown, requests, await sendByH2("original", port, requests, settings));
    });
    await withH2("original", settings, async (port) => {
      add("h2 → published h2", shown, requests, await sendByH2("swapped", port, requests, settings));
    });
    await withServer({ table: size }, async (port) => {
      add("h2 → Node", shown, requests, await sendByH2("swapped", port, requests, settings));
    });
  }

  const limit = [`--list=${LIST_LIMIT}`];
  await withH2("swapped", limit, async (port) => {
    add("Node → h2 with a limit", "4,096", requests, await sendRequests(port, { requests, table: 4096 }), large);
    add("h2 → h2 with a limit", "4,096", requests, await sendByH2("swapped", port, requests, []), large);
  });
  await withServer({ table: 4096 }, async (port) => {
    add("h2 with a limit → Node", "4,096", requests, await sendByH2("swapped", port, requests, limit), large);
  });
  return rows;
}

/** Fields as browsers send them. @type {[string, string][]} */
const BROWSER = [
  ["user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0"],
  ["accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"],
  ["accept-language", "en-US,en;q=0.5"],
  ["accept-encoding", "gzip, deflate, br"],
  ["cookie", "session=8f14e45fceea167a5a36dedd4bea2543; theme=dark"],
  ["x-forwarded-for", "203.0.113.7"],
];

const ROUNDS = 9;

/** @param {number[]} numbers */
const median = (numbers) => numbers.sort((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

/**
 * The server's time a request, and its instructions: h2's own HPACK and ours in turns.
 * @param {number} requests
 */
async function measure(requests) {
  if (process.platform !== "linux") return "h2's time a request is measured on Linux only.";
  const lines = [];
  for (const [title, size] of /** @type {const} */ ([
    ["All in tables", 4096],
    ["No tables", 0],
  ])) {
    const sizes = [`--header-table-size=${size}`, `--encoder-header-table-size=${size}`];
    const load = (/** @type {number} */ port, /** @type {number} */ number) => {
      const options = ["-n", String(number), "-c1", "-m10", ...sizes, ...asOptions("-H", BROWSER)];
      return must("h2load", [...options, `http://127.0.0.1:${port}/plain`], { quiet: true });
    };
    const settings = [`--table=${size}`];
    const time = async (/** @type {Codec} */ codec) =>
      withH2(codec, settings, async (port, pid) => {
        const before = await processorTime(pid);
        await load(port, requests);
        return (await processorTime(pid)) - before;
      });
    /** @type {[original: number, swapped: number][]} */
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push([await time("original"), await time("swapped")]);
    const [original, swapped] = [0, 1].map((at) => median(rounds.map((pair) => pair[at] ?? 0)) / requests / 1000);
    const ratio = median(rounds.map(([first, second]) => second / first));
    lines.push([title, "µs", (original ?? 0).toFixed(2), (swapped ?? 0).toFixed(2), ratio.toFixed(2)]);

    if (which("valgrind") === null) continue;
    const [first, second] = [
      await instructions("original", settings, load),
      await instructions("swapped", settings, load),
    ];
    lines.push([title, "instructions", first.toFixed(0), second.toFixed(0), (second / first).toFixed(2)]);
  }
  return table(["a request of h2's server", "", "its own HPACK", "ours", "ratio"], lines, 2);
}

/**
 * The time that a process has been running on a processor, ns.
 * @param {number} pid
 */
async function processorTime(pid) {
  return Number((await readFile(`/proc/${pid}/schedstat`, "utf8")).split(" ")[0]);
}

/**
 * Instructions a request: the difference between many requests and few.
 * @param {Codec} codec
 * @param {string[]} settings
 * @param {(port: number, requests: number) => Promise<unknown>} load
 */
async function instructions(codec, settings, load) {
  const [few, many] = [1000, 5000];
  const counts = [];
  for (const requests of [few, many]) {
    const options = ["--tool=callgrind", `--callgrind-out-file=${os.devNull}`, programOf(codec), "server", ...settings];
    const server = spawn("valgrind", options, { stdio: ["ignore", "pipe", "pipe"] });
    let report = "";
    server.stderr.setEncoding("utf8").on("data", (text) => {
      report += text;
    });
    const [line] = await once(createInterface(server.stdout), "line");
    await load(Number(line), requests);
    server.kill();
    await once(server, "close");
    counts.push(Number(/Collected : (\d+)/.exec(report)?.[1]));
  }
  const [less = 0, more = 0] = counts;
  return (more - less) / (many - few);
}

await main(async () => {
  const { values } = parseArgs({ options: { requests: { type: "string", default: "10000" } } });
  const requests = Number(values.requests);
  if (!Number.isSafeInteger(requests) || requests < 200) throw new Advice("--requests: 200 or more.");
  for (const [tool, where] of Object.entries(TOOLS)) {
    if (which(tool) === null) throw new Advice(`${tool} is missing: on Debian, apt-get install ${where}.`);
  }
  await ensureRust();
  announce("h2, with its own HPACK and with ours");
  await build();
  const rows = await tryAll(requests);
  const head = ["", "table", "requests", "answered", "refused as too large", ""];
  const cells = rows.map(({ what, table, asked, answered, refused, right }) => {
    return [what, table, ...[asked, answered, refused].map(String), right ? "right" : "WRONG"];
  });
  console.log(table(head, cells));
  console.log(await measure(requests));
  if (rows.some(({ right }) => !right)) throw new Advice("h2 with our HPACK did something wrong: see above.");
});
