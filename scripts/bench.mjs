/**
 * `npm run bench`: our engines beside the decoders of others, natively, on classic strings, captured connections and
 * the stories of hpack-test-case, and the stages that test published claims; writes the native parts of
 * docs/benchmark.md. With `--only claims`, `--only search`, `--only decoders` or `--only instructions` it does one part,
 * with `--quick` it only prints a first impression.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { allocations, CLAIM_PARTS, claimsText, figure, tables, writePart, written } from "./lib/benchmark-doc.mjs";
import { table } from "./lib/document.mjs";
import { CRATE, PEERS, STORIES } from "./lib/paths.mjs";
import { Advice, announce, main, must, outputOf, run, which } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

/** The crates whose versions matter: those that race. */
const RACING = [
  "ls-qpack-sys",
  "libnghttp2-sys",
  "httlib-huffman",
  "httlib-hpack",
  "fluke-hpack",
  "loona-hpack",
  "hpack",
];

/** Assertions are left out of C, as a release has it. */
const C_FLAGS = { CFLAGS: "-DNDEBUG" };

/** @typedef {import("./lib/benchmark-doc.mjs").Outcome} Outcome */
/** @typedef {import("./lib/benchmark-doc.mjs").Trust} Trust */
/** @typedef {{ stage: string, engine: string, about: string }} Engine */
/** @typedef {{ engine: string, rule: string, refused: boolean }} Rule */
/**
 * @typedef {object} Answer
 * @property {string} machine
 * @property {string} cCompiler
 * @property {number} clockNs
 * @property {Trust | null} trust
 * @property {(Outcome & { samples: number[] })[]} results
 * @property {Engine[]} engines
 * @property {Rule[]} rules
 */

/** The version of each of them that Cargo.lock names; ours of the same name has no source. */
async function versions() {
  const lock = await readFile(path.join(PEERS, "Cargo.lock"), "utf8");
  return RACING.map((crate) => {
    const found = new RegExp(`name = "${crate}"\\nversion = "([^"]+)"\\nsource`).exec(lock.replaceAll("\r", ""));
    return `${crate} ${found?.[1] ?? "?"}`;
  });
}

/** @param {Engine[]} engines */
const named = (engines) => engines.map(({ engine, about }) => `- \`${engine}\`: ${about}`).join("\n");

/** @param {Rule[]} rules */
function refusals(rules) {
  const titles = [...new Set(rules.map(({ rule }) => rule))];
  const engines = [...new Set(rules.map(({ engine }) => engine))];
  /** @param {string} engine @param {string} title */
  const cell = (engine, title) =>
    rules.find(({ engine: one, rule }) => one === engine && rule === title)?.refused ? "refused" : "**accepted**";
  return table(
    ["", ...titles],
    engines.map((engine) => [engine, ...titles.map((title) => cell(engine, title))]),
  );
}

/** @param {Answer} answer */
async function text({ machine, cCompiler, clockNs, trust, results, engines, rules }) {
  /** @param {string} stage */
  const of = (stage) => results.filter((result) => result.stage === stage);
  /** @param {string} stage */
  const names = (stage) =>
    named(
      engines.filter(({ stage: one, engine }) => one === stage && of(stage).some((result) => result.engine === engine)),
    );
  const rounds = Math.max(...results.map(({ samples }) => samples.length));
  const date = new Date().toISOString().slice(0, 10);
  return `
\`npm run bench\`, ${date}. ${machine}; ${cCompiler}. C at -O3 without assertions, Rust with fat link-time optimisation. Up to ${rounds} rounds, until the intervals were narrow; the clock showed differences of ${clockNs} ns. ${trust?.sentence ?? ""} Beside ours: ${(await versions()).join(", ")}.

### Huffman-coded strings

Every decoder is given the same strings, one after the other, as they stand in their blocks, into one buffer; that all of it is written is certain, since the outside may look at it. \`strings-…\` are the strings of captured connections and of folders of hpack-test-case. The crates that go bit by bit are raced where there is less to do.

${tables(of("huffman"))}

${names("huffman")}

Strings that RFC 7541 §5.2 forbids, and what each makes of them:

${refusals(rules)}

### Integers

${tables(of("integer"))}

${names("integer")}

### Hex digits

${tables(of("hex"))}

${names("hex")}

### Whole blocks

Every connection begins with a new decoder, which is given the limits that the connection announced; each reads every byte of every name and value. The work compared is not quite the same: ours lends slices of its table, of the static table or of the block, as do some of the others, while the rest make new vectors. None of them is given a limit for header lists.

${tables(of("blocks"))}

${names("blocks")}

Bytes allocated per block, each decoder's set-up spread over its blocks:

${allocations(of("blocks").filter(({ workload }) => workload === "captures" || workload === "nghttp2"))}

### Encoding header lists

The lists to which the blocks decode, each connection with a new encoder, which uses the limits that the connection announced in full. What is written decodes to the same lists; the bytes differ with the policy.

${tables(of("encode"))}

Bytes written:

${written(of("encode"))}

${names("encode")}

### What recording costs

The plain form, which hands out the fields; the inspecting form with a visitor that takes no more than that; and with the visitor that records what Inspect shows.

${tables(of("recording"))}
`;
}

/** The engines whose instructions are counted. */
const COUNTED = ["nghttp2", "fields"];

/** Counts instructions where valgrind is there: unlike times, they are the same on a busy machine. */
async function instructions() {
  if (which("valgrind") === null) {
    process.stdout.write("Instructions are not counted: valgrind is missing.\n");
    return;
  }
  announce("Instructions a field: counting, about ten minutes");
  await must("cargo", ["build", "--release"], { cwd: PEERS, env: C_FLAGS });
  const folders = (await readdir(STORIES, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const rows = [];
  for (const workload of ["captures", ...folders.map(({ name }) => name).sort()]) {
    const counts = [];
    for (const engine of COUNTED) {
      const options = ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=peers::counted*"];
      const program = [path.join(PEERS, "target/release/peers"), "--stories", STORIES];
      const said = await outputOf("valgrind", [...options, ...program, "--count", engine, "--workload", workload]);
      const [collected, fields] = [/Collected : (\d+)/, /^(\d+)$/m].map((found) => found.exec(said ?? "")?.[1]);
      if (collected !== undefined && fields !== undefined) counts.push(Number(collected) / Number(fields));
    }
    const [theirs, ours] = counts;
    // Folders that hold no blocks, and those that do not decode, are no workloads.
    if (theirs === undefined || ours === undefined) continue;
    rows.push([workload, figure(theirs), figure(ours), figure(theirs / ours)]);
    process.stdout.write(`${rows.at(-1)?.join("  ")}\n`);
  }
  await writePart(
    "native-instructions",
    `\`npm run bench -- --only instructions\`, ${new Date().toISOString().slice(0, 10)}: instructions a field of whole blocks, as callgrind counts them; what reads every byte of every name and value is among them, for both.\n\n${table(["workload", ...COUNTED, "nghttp2 over ours"], rows)}`,
  );
}

/** @typedef {import("./lib/benchmark-doc.mjs").Claim} Claim */
/** @typedef {{ machine: string, clockNs: number, trust: Trust | null, results: (Outcome & { samples: number[] })[], claims: Claim[] }} Report */

const PROGRAM = ["run", "--release", "--quiet", "--bin", "hpack-inspect", "--"];

/**
 * @param {string} folder for what the decoders put out
 * @param {string[]} quick
 */
async function decoders(folder, quick) {
  const json = path.join(folder, "peers.json");
  announce("Other projects' decoders: building");
  await must("cargo", ["build", "--release"], { cwd: PEERS, env: C_FLAGS });
  announce(quick.length > 0 ? "A first impression" : "Measuring: some minutes; leave the machine alone");
  const args = ["run", "--release", "--quiet", "--", "--stories", STORIES, "--json", json, ...quick];
  await must("cargo", args, { cwd: PEERS, env: C_FLAGS });
  if (quick.length === 0) await writePart("native", await text(JSON.parse(await readFile(json, "utf8"))));
}

/** @typedef {import("./lib/benchmark-doc.mjs").ClaimPart} ClaimPart */

/**
 * @param {ClaimPart} part
 * @param {string[]} quick
 */
async function claims(part, quick) {
  announce("Published claims: building");
  await must("cargo", ["build", "--release", "--bin", "hpack-inspect"], { cwd: CRATE });
  /** @type {Record<string, Report>} */
  const all = {};
  for (const stage of CLAIM_PARTS[part]) {
    announce(`${stage}: measuring; leave the machine alone`);
    let json = "";
    const status = await run("cargo", [...PROGRAM, "bench", stage, "--format", "json", ...quick], {
      cwd: CRATE,
      silent: true,
      onOutput: (text) => {
        json += text;
      },
    });
    if (status !== 0) throw new Advice(`hpack-inspect bench ${stage} ended with status ${status}.`);
    const report = /** @type {Report} */ (JSON.parse(json));
    process.stdout.write(`${tables(report.results)}\n`);
    all[stage] = report;
  }
  const [first] = Object.values(all);
  if (quick.length > 0 || first === undefined) return;
  const { machine, clockNs, results } = first;
  const date = new Date().toISOString().slice(0, 10);
  const rounds = Math.max(...results.map(({ samples }) => samples.length));
  const trusted = Object.entries(all).map(([stage, { trust }]) => `${stage}: ${trust?.sentence ?? ""}`);
  const how = `\`npm run bench -- --only ${part}\`, ${date}. ${machine}. Up to ${rounds} rounds, until the intervals were narrow; the clock showed differences of ${clockNs} ns. ${trusted.join(" ")}`;
  await writePart(`native-${part}`, `${how}\n\n${claimsText(all)}`);
}

await main(async () => {
  const { values } = parseArgs({ options: { quick: { type: "boolean" }, only: { type: "string" } } });
  if (values.only !== undefined && !["claims", "search", "decoders", "instructions"].includes(values.only)) {
    throw new Advice("--only takes “claims”, “search”, “decoders” or “instructions”.");
  }
  await ensureRust();
  const quick = values.quick ? ["--quick"] : [];
  const folder = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-"));
  try {
    const wanted = (/** @type {string} */ part) => (values.only ?? part) === part;
    if (wanted("decoders")) await decoders(folder, quick);
    for (const part of /** @type {ClaimPart[]} */ (Object.keys(CLAIM_PARTS))) {
      if (wanted(part)) await claims(part, quick);
    }
    if (wanted("instructions") && !values.quick) await instructions();
    if (!values.quick) process.stdout.write("\nWritten to docs/benchmark.md.\n");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
