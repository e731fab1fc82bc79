/**
 * `npm run lab bench`: our engines beside the decoders of others, natively, on classic strings, captured connections and
 * the stories of hpack-test-case, and the stages that test published claims; writes the native parts of
 * docs/benchmark.md. With `--only claims`, `--only search`, `--only decoders` or `--only instructions` it does one part,
 * with `--quick` it only prints a first impression.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { CRATE, PEERS, STORIES } from "../scripts/lib/paths.mjs";
import { Advice, announce, main, must, outputOf, run, which, withFolder } from "../scripts/lib/run.mjs";
import { ensureRust } from "../scripts/lib/rust.mjs";
import { CLAIM_STAGES, figure, figuresOf, tables } from "./lib/benchmark-doc.mjs";
import { dated, table, writePart } from "./lib/document.mjs";
import { chosenParts } from "./lib/parts.mjs";

const DOC = "benchmark.md";

/** The compared crates, whose versions are reported. */
const PEER_CRATES = "ls-qpack-sys libnghttp2-sys httlib-huffman httlib-hpack fluke-hpack loona-hpack hpack".split(" ");

/** Assertions are left out of C, as in a release. */
const BUILD = { cwd: PEERS, env: { CFLAGS: "-DNDEBUG" } };

/** @typedef {import("./lib/benchmark-doc.mjs").Outcome & { samples: number[] }} Outcome */
/** @typedef {import("./lib/benchmark-doc.mjs").Trust} Trust */
/** @typedef {import("./lib/benchmark-doc.mjs").Claim} Claim */
/** @typedef {{ machine: string, clockNs: number, trust: Trust | null, results: Outcome[], claims: Claim[] }} Report */
/**
 * @typedef {Omit<Report, "claims"> & { cCompiler: string, engines: { stage: string, engine: string, about: string }[],
 *   rules: { engine: string, rule: string, refused: boolean }[] }} PeerReport
 */

/** The versions in Cargo.lock; our own crate of the same name has no source. */
async function peerVersions() {
  const lock = (await readFile(path.join(PEERS, "Cargo.lock"), "utf8")).replaceAll("\r", "");
  const version = (/** @type {string} */ crate) =>
    new RegExp(`name = "${crate}"\\nversion = "([^"]+)"\\nsource`).exec(lock)?.[1] ?? "?";
  return PEER_CRATES.map((crate) => `${crate} ${version(crate)}`).join(", ");
}

/** What each engine makes of strings that RFC 7541 forbids. @param {PeerReport["rules"]} rules */
function refusals(rules) {
  const titles = [...new Set(rules.map(({ rule }) => rule))];
  const engines = [...new Set(rules.map(({ engine }) => engine))];
  const rows = engines.map((name) => {
    const own = rules.filter(({ engine }) => engine === name);
    return [
      name,
      ...titles.map((title) => (own.find(({ rule }) => rule === title)?.refused ? "refused" : "**accepted**")),
    ];
  });
  return table(["", ...titles], rows);
}

/** @param {Omit<Report, "claims">} report */
function precision({ clockNs, results }) {
  const rounds = Math.max(...results.map(({ samples }) => samples.length));
  return `Up to ${rounds} rounds, until the intervals were narrow; the clock showed differences of ${clockNs} ns.`;
}

/** @param {string[]} quick */
async function benchDecoders(quick) {
  announce("Other projects' decoders: building");
  await must("cargo", ["build", "--release"], BUILD);
  announce(quick.length > 0 ? "A first impression" : "Measuring: some minutes; leave the machine alone");
  await withFolder(async (folder) => {
    const json = path.join(folder, "peers.json");
    const args = ["run", "--release", "--quiet", "--", "--stories", STORIES, "--json", json, ...quick];
    await must("cargo", args, BUILD);
    if (quick.length > 0) return;
    /** @type {PeerReport} */
    const report = JSON.parse(await readFile(json, "utf8"));
    const how = `C at -O3 without assertions, Rust with fat link-time optimisation. ${precision(report)}`;
    const { machine, cCompiler, trust } = report;
    const words = [dated("npm run lab bench"), `${machine}; ${cCompiler}.`, how, trust?.sentence ?? ""];
    await writePart(DOC, "native", `${words.join(" ")} Beside ours: ${await peerVersions()}.`);
    for (const stage of new Set(report.results.map(({ stage }) => stage))) {
      await writePart(DOC, `native-${stage}`, figuresOf(stage, report));
    }
    await writePart(DOC, "native-refusals", refusals(report.rules));
  });
}

/**
 * @param {string} group
 * @param {string} part with the way of measuring
 * @param {string[]} stages
 * @param {string[]} quick
 */
async function benchStages(group, part, stages, quick) {
  announce("Published claims: building");
  await must("cargo", ["build", "--release", "--bin", "hpack-inspect"], { cwd: CRATE });
  let how = "";
  const trusted = [];
  for (const stage of stages) {
    announce(`${stage}: measuring; leave the machine alone`);
    const program = ["run", "--release", "--quiet", "--bin", "hpack-inspect", "--"];
    const args = [...program, "bench", stage, "--format", "json", ...quick];
    const { status, output } = await run("cargo", args, { cwd: CRATE, quiet: true });
    if (status !== 0) throw new Advice(`hpack-inspect bench ${stage} ended with status ${status}.`);
    const report = /** @type {Report} */ (JSON.parse(output));
    console.log(tables(report.results));
    how ||= `${dated(`npm run lab bench -- --only ${group}`)} ${report.machine}. ${precision(report)}`;
    trusted.push(`${stage}: ${report.trust?.sentence ?? ""}`);
    if (quick.length === 0) await writePart(DOC, `native-${stage}`, figuresOf(stage, report));
  }
  if (quick.length === 0) await writePart(DOC, part, `${how} ${trusted.join(" ")}`);
}

/** The engines whose instructions are counted. */
const COUNTED = ["nghttp2", "fields"];

/** Counts instructions if valgrind is installed: unlike times, they are the same on a busy machine. */
async function countInstructions() {
  if (which("valgrind") === null) return console.log("Instructions are not counted: valgrind is missing.");
  announce("Instructions a field: counting, about ten minutes");
  await must("cargo", ["build", "--release"], BUILD);
  const folders = (await readdir(STORIES, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const rows = [];
  for (const workload of ["captures", ...folders.map(({ name }) => name).sort()]) {
    const counts = [];
    for (const engine of COUNTED) {
      const options = ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=peers::counted*"];
      const program = [path.join(PEERS, "target/release/peers"), "--stories", STORIES];
      const output = await outputOf("valgrind", [...options, ...program, "--count", engine, "--workload", workload]);
      const [collected, fields] = [/Collected : (\d+)/, /^(\d+)$/m].map((found) => found.exec(output ?? "")?.[1]);
      if (collected !== undefined && fields !== undefined) counts.push(Number(collected) / Number(fields));
    }
    const [theirs, ours] = counts;
    // Folders without blocks or with undecodable ones are no workloads.
    if (theirs === undefined || ours === undefined) continue;
    rows.push([workload, figure(theirs), figure(ours), figure(theirs / ours)]);
    console.log(rows.at(-1)?.join("  "));
  }
  const how =
    "Instructions a field of whole blocks, counted by callgrind; reading every byte of every name and value is included, for both.";
  const figures = table(["workload", ...COUNTED, "nghttp2 over ours"], rows);
  await writePart(
    DOC,
    "native-instructions",
    `${dated("npm run lab bench -- --only instructions")} ${how}\n\n${figures}`,
  );
}

await main(async () => {
  const { values } = parseArgs({ options: { quick: { type: "boolean" }, only: { type: "string" } } });
  const quick = values.quick ? ["--quick"] : [];
  /** @type {Record<string, () => Promise<void>>} */
  const parts = {
    decoders: () => benchDecoders(quick),
    claims: () => benchStages("claims", "native-claims", CLAIM_STAGES, quick),
    search: () => benchStages("search", "native-search-how", ["search"], quick),
    instructions: async () => (values.quick ? undefined : countInstructions()),
  };
  const chosen = chosenParts(parts, values.only);
  await ensureRust();
  for (const [, part] of chosen) await part();
  if (!values.quick) console.log("\nWritten to docs/benchmark.md.");
});
