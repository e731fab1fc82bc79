/**
 * Records the connections in `crate/input/tests/tls.jsonl`: `openssl s_client` and `s_server` talk through a relay that writes
 * down every chunk of either side, and the key log. Needed only when a case is added; takes the names of the servers
 * (the first case of each) to record, or records all.
 */
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TOP } from "../scripts/lib/paths.mjs";
import { main, must, withFolder } from "../scripts/lib/run.mjs";

const FILE = path.join(TOP, "crate/input/tests/tls.jsonl");

/** Lines that the sides send, after `>` the client and after `<` the server; `!` marks a command of openssl. */
const TALK = [
  "> hello from the client",
  "< hello from the server",
  "> one more line of the client",
  "< one more line of the server",
];

/** Records of different lengths. */
const LONG = Array.from({ length: 16 }, (_, at) => `${at % 3 ? "<" : ">"} line ${at} ${"of text ".repeat(at % 5)}`);

const UPDATES = [...TALK, ">!K", ...TALK, "<!k", "< hello again", "<!k", ...TALK];

const AES12 = "-tls1_2 -cipher ECDHE-ECDSA-AES128-GCM-SHA256";
const AES13 = "-tls1_3 -ciphersuites TLS_AES_128_GCM_SHA256";
const CCM = "-tls1_3 -ciphersuites TLS_AES_128_CCM_SHA256";
const EARLY = `${AES13} -sess_in SESSION -early_data EARLY`;

/**
 * A server's options, and the connections to it, one after the other: name, the client's options, the lines and the
 * early data.
 * @type {[server: string, ...connections: [name: string, client: string, lines?: string[], early?: string][]][]}
 */
const SERVERS = [
  ["-tls1_2", ["12-cbc-sha1", "-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA -no_etm"]],
  ["-tls1_2", ["12-cbc-sha1-etm", "-tls1_2 -cipher ECDHE-ECDSA-AES256-SHA"]],
  ["-tls1_2", ["12-cbc-sha256", "-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA256 -no_etm"]],
  ["-tls1_2", ["12-cbc-sha384-etm", "-tls1_2 -cipher ECDHE-ECDSA-AES256-SHA384", LONG]],
  ["-tls1_2", ["12-cbc-sha384", "-tls1_2 -cipher ECDHE-ECDSA-AES256-SHA384 -no_etm", LONG]],
  ["-tls1_2", ["12-gcm", "-tls1_2 -cipher ECDHE-ECDSA-AES256-GCM-SHA384", LONG]],
  ["-tls1_2", ["12-chacha", "-tls1_2 -cipher ECDHE-ECDSA-CHACHA20-POLY1305", LONG]],
  ["-tls1_2 -client_renegotiation", ["12-renegotiation", AES12, [...TALK, ">!R", "> after it", "< after it, too"]]],
  ["-tls1_2", ["12-ticket", `${AES12} -sess_out SESSION`], ["12-ticket-resumed", `${AES12} -sess_in SESSION`]],
  [
    "-tls1_2",
    ["12-session", `${AES12} -no_ticket -sess_out SESSION`],
    ["12-session-resumed", `${AES12} -no_ticket -sess_in SESSION`],
  ],
  ["-tls1_3", ["13-aes128", AES13, LONG]],
  ["-tls1_3", ["13-aes256", "-tls1_3 -ciphersuites TLS_AES_256_GCM_SHA384", LONG]],
  ["-tls1_3", ["13-chacha", "-tls1_3 -ciphersuites TLS_CHACHA20_POLY1305_SHA256", LONG]],
  [CCM, ["13-ccm", CCM]],
  ["-tls1_3", ["13-alert", CCM]],
  ["-tls1_1 -cipher ALL:@SECLEVEL=0", ["11-cbc", "-tls1_1 -cipher ALL:@SECLEVEL=0"]],
  ["-tls1_3", ["13-updates", "-tls1_3 -ciphersuites TLS_AES_256_GCM_SHA384", UPDATES]],
  ["-tls1_3 -groups P-256", ["13-retry", "-tls1_3 -groups X25519:P-256"]],
  [
    "-tls1_3",
    ["13-session", `${AES13} -sess_out SESSION`],
    ["13-early", EARLY, TALK, "early data of the client"],
    ["13-early-refused", EARLY, TALK, "early data that is not taken"],
  ],
];

/** Starts openssl, whose output is kept. @param {string} options @param {string} cwd */
function start(options, cwd) {
  const child = spawn("openssl", options.split(" "), { cwd, stdio: ["pipe", "pipe", "pipe"] });
  const started = { child, output: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      started.output += chunk;
    });
  }
  child.stdin.on("error", () => {});
  return started;
}

/** A relay that writes down what passes. @param {number} port */
async function relayTo(port) {
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
  return { lines, server, port: /** @type {net.AddressInfo} */ (server.address()).port };
}

/**
 * Records one connection.
 * @param {typeof SERVERS[number][1]} connection
 * @param {ReturnType<typeof start>} server
 * @param {number} port
 * @param {string} folder
 */
async function record([name, options, lines = TALK, early], server, port, folder) {
  const relay = await relayTo(port);
  if (early !== undefined) await writeFile(path.join(folder, "EARLY"), `${early}\n`);
  const common = `s_client -connect 127.0.0.1:${relay.port} -servername example.test -alpn h2 -keylogfile ${name}.keys`;
  const client = start(`${common} ${options}`, folder);
  await sleep(500);
  const sent = { ">": early === undefined ? "" : `${early}\n`, "<": "" };
  for (const line of lines) {
    const side = line.startsWith(">") ? ">" : "<";
    const text = `${line.slice(2)}\n`;
    (side === ">" ? client : server).child.stdin.write(text);
    if (line[1] === " ") sent[side] += text;
    await sleep(120);
  }
  client.child.stdin.end();
  await sleep(200);
  client.child.kill();
  await sleep(200);
  relay.server.close();
  if (client.output.includes("Early data was rejected")) sent[">"] = sent[">"].slice((early?.length ?? -1) + 1);
  const keys = await readFile(path.join(folder, `${name}.keys`), "utf8").catch(() => "");
  const secrets = keys.split("\n").filter((line) => /^[A-Z]/.test(line));
  const expected = Object.entries(sent).map(([side, text]) => `e${side} ${Buffer.from(text).toString("hex")}`);
  const recorded = [name, [...secrets.map((line) => `k ${line}`), ...expected, ...relay.lines]];
  const others = (await readFile(FILE, "utf8")).trim().split("\n");
  const kept = others.filter((line) => JSON.parse(line)[0] !== name);
  await writeFile(FILE, `${[...kept, JSON.stringify(recorded)].sort().join("\n")}\n`);
  console.log(`${name}: ${relay.lines.length} chunks`);
}

await main(async () => {
  await withFolder(async (folder) => {
    const key = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=example.test";
    await must("openssl", `${key} -keyout key.pem -out cert.pem`.split(" "), { cwd: folder });
    let port = 18_300;
    const only = process.argv.slice(2);
    for (const [options, ...connections] of SERVERS) {
      if (only.length > 0 && !only.includes(connections[0]?.[0] ?? "")) continue;
      port += 1;
      const server = start(
        `s_server -accept ${port} -cert cert.pem -key key.pem -alpn h2 -early_data ${options}`,
        folder,
      );
      await sleep(300);
      for (const connection of connections) await record(connection, server, port, folder);
      server.child.kill();
    }
  });
});
