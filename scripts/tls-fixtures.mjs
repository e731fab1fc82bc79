/**
 * Records the connections in `crate/input/tests/tls`: `openssl s_client` and `s_server` talk through a relay that
 * writes down every chunk of either side, and the key log beside it. Needed only when a case is added; takes the names
 * of the cases to record, or records all.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TOP } from "./lib/paths.mjs";
import { main, must } from "./lib/run.mjs";

/** @typedef {["client" | "server", string, ("command")?]} Step A line that one side sends, or a command to it. */
/** @typedef {{ name: string, client?: string[], server?: string[], steps?: Step[], early?: string, again?: Omit<Case, "again">[] }} Case */

/** A little talk. @type {Step[]} */
const TALK = [
  ["client", "hello from the client"],
  ["server", "hello from the server"],
  ["client", "one more line of the client"],
  ["server", "one more line of the server"],
];

/** A longer one, whose records have different lengths. @type {Step[]} */
const LONG = Array.from(
  { length: 16 },
  (_, at) => /** @type {Step} */ ([at % 3 ? "server" : "client", `line ${at} ${"of text ".repeat(at % 5)}`]),
);

/** @type {(cipher: string, ...more: string[]) => Omit<Case, "name">} */
const tls12 = (cipher, ...more) => ({ client: ["-tls1_2", "-cipher", cipher, ...more], server: ["-tls1_2"] });
/** @type {(suite: string, ...more: string[]) => Omit<Case, "name">} */
const tls13 = (suite, ...more) => ({ client: ["-tls1_3", "-ciphersuites", suite, ...more], server: ["-tls1_3"] });

/** @type {Case[]} */
const CASES = [
  { name: "12-cbc-sha1", ...tls12("ECDHE-ECDSA-AES128-SHA", "-no_etm") },
  { name: "12-cbc-sha1-etm", ...tls12("ECDHE-ECDSA-AES256-SHA") },
  { name: "12-cbc-sha256", ...tls12("ECDHE-ECDSA-AES128-SHA256", "-no_etm") },
  { name: "12-cbc-sha384-etm", ...tls12("ECDHE-ECDSA-AES256-SHA384"), steps: LONG },
  { name: "12-cbc-sha384", ...tls12("ECDHE-ECDSA-AES256-SHA384", "-no_etm"), steps: LONG },
  { name: "12-gcm", ...tls12("ECDHE-ECDSA-AES256-GCM-SHA384"), steps: LONG },
  { name: "12-chacha", ...tls12("ECDHE-ECDSA-CHACHA20-POLY1305"), steps: LONG },
  {
    name: "12-renegotiation",
    client: ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"],
    server: ["-tls1_2", "-client_renegotiation"],
    steps: [...TALK, ["client", "R", "command"], ["client", "after it"], ["server", "after it, too"]],
  },
  {
    name: "12-ticket",
    ...tls12("ECDHE-ECDSA-AES128-GCM-SHA256", "-sess_out", "SESSION"),
    again: [{ name: "12-ticket-resumed", ...tls12("ECDHE-ECDSA-AES128-GCM-SHA256", "-sess_in", "SESSION") }],
  },
  {
    name: "12-session",
    ...tls12("ECDHE-ECDSA-AES128-GCM-SHA256", "-no_ticket", "-sess_out", "SESSION"),
    again: [
      { name: "12-session-resumed", ...tls12("ECDHE-ECDSA-AES128-GCM-SHA256", "-no_ticket", "-sess_in", "SESSION") },
    ],
  },
  { name: "13-aes128", ...tls13("TLS_AES_128_GCM_SHA256"), steps: LONG },
  { name: "13-aes256", ...tls13("TLS_AES_256_GCM_SHA384"), steps: LONG },
  { name: "13-chacha", ...tls13("TLS_CHACHA20_POLY1305_SHA256"), steps: LONG },
  {
    name: "13-ccm",
    ...tls13("TLS_AES_128_CCM_SHA256"),
    server: ["-tls1_3", "-ciphersuites", "TLS_AES_128_CCM_SHA256"],
  },
  { name: "13-alert", ...tls13("TLS_AES_128_CCM_SHA256") },
  {
    name: "11-cbc",
    client: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
    server: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
  },
  {
    name: "13-updates",
    ...tls13("TLS_AES_256_GCM_SHA384"),
    steps: [
      ...TALK,
      ["client", "K", "command"],
      ...TALK,
      ["server", "k", "command"],
      ["server", "hello again"],
      ["server", "k", "command"],
      ...TALK,
    ],
  },
  { name: "13-retry", client: ["-tls1_3", "-groups", "X25519:P-256"], server: ["-tls1_3", "-groups", "P-256"] },
  {
    name: "13-session",
    ...tls13("TLS_AES_128_GCM_SHA256", "-sess_out", "SESSION"),
    again: [
      {
        name: "13-early",
        ...tls13("TLS_AES_128_GCM_SHA256", "-sess_in", "SESSION", "-early_data", "EARLY"),
        early: "early data of the client",
      },
      {
        name: "13-early-refused",
        ...tls13("TLS_AES_128_GCM_SHA256", "-sess_in", "SESSION", "-early_data", "EARLY"),
        early: "early data that is not taken",
      },
    ],
  },
];

/** Runs openssl and keeps what it says. @param {string[]} args @param {string} cwd */
function openssl(args, cwd) {
  const child = spawn("openssl", args, { cwd, stdio: ["pipe", "pipe", "pipe"] });
  const said = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said.text += chunk;
    });
  }
  child.stdin.on("error", () => {});
  return { child, said };
}

/** A relay that writes down what passes. @param {number} port */
async function relay(port) {
  /** @type {string[]} */
  const lines = [];
  const server = net.createServer((client) => {
    const upstream = net.connect(port, "127.0.0.1");
    for (const [from, to, mark] of /** @type {const} */ ([
      [client, upstream, ">"],
      [upstream, client, "<"],
    ])) {
      from.on("data", (chunk) => {
        lines.push(`${mark} ${chunk.toString("hex")}`);
        to.write(chunk);
      });
      from.on("end", () => to.end());
      from.on("error", () => to.destroy());
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const address = /** @type {net.AddressInfo} */ (server.address());
  return { lines, port: address.port, close: () => server.close() };
}

/** One connection of a server that runs. @param {Case} wanted @param {ReturnType<typeof openssl>} server @param {number} port @param {string} folder */
async function connection(wanted, server, port, folder) {
  const between = await relay(port);
  const steps = wanted.steps ?? TALK;
  if (wanted.early) await writeFile(path.join(folder, "EARLY"), `${wanted.early}\n`);
  const client = openssl(
    [
      "s_client",
      "-connect",
      `127.0.0.1:${between.port}`,
      "-servername",
      "example.test",
      "-alpn",
      "h2",
      "-keylogfile",
      `${wanted.name}.keys`,
      ...(wanted.client ?? []),
    ],
    folder,
  );
  await sleep(500);
  for (const [who, text] of steps) {
    (who === "client" ? client : server).child.stdin.write(`${text}\n`);
    await sleep(120);
  }
  client.child.stdin.end();
  await sleep(200);
  client.child.kill();
  await sleep(200);
  between.close();

  const sent = { client: wanted.early ? `${wanted.early}\n` : "", server: "" };
  if (/Early data was rejected/.test(client.said.text)) sent.client = "";
  for (const [who, text, command] of steps) if (!command) sent[who] += `${text}\n`;
  const keys = await readFile(path.join(folder, `${wanted.name}.keys`), "utf8").catch(() => "");
  const file = path.join(TOP, "crate/input/tests/tls", `${wanted.name}.txt`);
  await writeFile(
    file,
    [
      ...keys
        .trim()
        .split("\n")
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => `k ${line}`),
      `e> ${Buffer.from(sent.client).toString("hex")}`,
      `e< ${Buffer.from(sent.server).toString("hex")}`,
      ...between.lines,
      "",
    ].join("\n"),
  );
  console.log(`${wanted.name}: ${between.lines.length} chunks`);
}

await main(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "tls-fixtures-"));
  try {
    await must("openssl", [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "1",
      "-subj",
      "/CN=example.test",
      "-keyout",
      path.join(folder, "key.pem"),
      "-out",
      path.join(folder, "cert.pem"),
    ]);
    let port = 18300;
    const only = process.argv.slice(2);
    for (const wanted of CASES.filter(({ name }) => only.length === 0 || only.includes(name))) {
      port += 1;
      const server = openssl(
        [
          "s_server",
          "-accept",
          String(port),
          "-cert",
          "cert.pem",
          "-key",
          "key.pem",
          "-alpn",
          "h2",
          "-early_data",
          ...(wanted.server ?? []),
        ],
        folder,
      );
      await sleep(300);
      for (const each of [wanted, ...(wanted.again ?? [])]) await connection(each, server, port, folder);
      server.child.kill();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
