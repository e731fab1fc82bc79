/**
 * Node's HTTP/2 as client and as server, which check all that they receive, as crate/peers/h2 does: fields named `x-…`
 * have their checksum in `x-check`, in headers and in trailers.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import http2 from "node:http2";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { must } from "../../scripts/lib/run.mjs";

const CHECK = "x-check";
const REFUSED = [431, http2.constants.NGHTTP2_REFUSED_STREAM];

/** One request in this number is larger than a frame, as in crate/peers/h2. */
export const LARGE_EVERY = 50;
const AT_ONCE = 16;

/** @typedef {[name: string, value: string][]} Fields */
/**
 * Headers from Node: `raw` has names and values in turn.
 * @typedef {[headers: import("node:http2").IncomingHttpHeaders & { ":status"?: number }, flags: number, raw: string[]]} Message
 */
/** @typedef {{ answered: number, refused: number, wrong: number }} Outcome */

/** The sum of the fields' hashes (FNV-1a), in which their order does not count. @param {Fields} fields */
function checksum(fields) {
  let sum = 0;
  for (const [name, value] of fields.filter(([name]) => name !== CHECK)) {
    let hash = 0x811c9dc5;
    for (const byte of Buffer.from(`${name}:${value}`, "latin1")) hash = Math.imul(hash ^ byte, 0x01000193);
    sum = (sum + hash) >>> 0;
  }
  return String(sum);
}

/** The fields with their checksum. @param {Fields} fields @returns {Fields} */
export const withCheck = (fields) => [...fields, [CHECK, checksum(fields)]];

/** @param {Fields} fields */
const isRight = (fields) => fields.find(([name]) => name === CHECK)?.[1] === checksum(fields);

/** The checked fields of a message. @param {string[]} raw @returns {Fields} */
const checkedOf = (raw) =>
  raw.flatMap((name, at) => (at % 2 === 0 && name.startsWith("x-") ? [[name, raw[at + 1] ?? ""]] : []));

/** Fields for Node: fields of the same name become a list. @param {Fields} fields */
function headersOf(fields) {
  /** @type {Record<string, string[]>} */
  const headers = {};
  for (const [name, value] of fields) headers[name] = [...(headers[name] ?? []), value];
  return headers;
}

/** @param {Fields} fields */
const sorted = (fields) => JSON.stringify([...fields].sort());

/** Fields of which some repeat, some change, and two have the same name. @param {number} number @param {number} count */
function fieldsOf(number, count) {
  /** @type {Fields} */
  const fields = [];
  for (let at = 0; at < count; at++) {
    const mixed = Math.imul(number + 1, 0x9e3779b9 ^ Math.imul(at + 1, 0x85ebca6b)) >>> 8;
    const choice = count < 20 ? mixed % 40 : mixed % 1000;
    const length = count < 20 ? choice + 1 : 200 + (mixed % 200);
    const codes = Array.from({ length }, (_, place) => 33 + ((choice * 7 + place * ((choice % 5) + 1)) % 94));
    fields.push([`x-${at}`, String.fromCharCode(...codes)]);
  }
  fields.push(["x-secret", String(number % 7)], ["x-twice", String(number % 3)], ["x-twice", String(number)]);
  return withCheck(fields);
}

/**
 * Sends requests over one connection and counts right answers, and refusals of what is too large.
 * @param {number} port
 * @param {{ requests: number, table: number }} options `table`: SETTINGS_HEADER_TABLE_SIZE, bytes
 * @returns {Promise<Outcome>}
 */
export async function sendRequests(port, { requests, table }) {
  const session = http2.connect(`http://127.0.0.1:${port}`, {
    settings: { headerTableSize: table },
    maxDeflateDynamicTableSize: 65_536,
  });
  const outcome = { answered: 0, refused: 0, wrong: 0 };
  session.on("error", (error) => console.error(`connection: ${error.message}`));
  // Node waits forever after a block that it could not decode.
  session.setTimeout(5000, () => session.destroy());
  const lanes = Array.from({ length: AT_ONCE }, async (_, first) => {
    for (let number = first; number < requests; number += AT_ONCE) {
      outcome[session.destroyed ? "wrong" : await sendRequest(session, number)]++;
    }
  });
  await Promise.all(lanes);
  session.close();
  return outcome;
}

/** @param {import("node:http2").ClientHttp2Session} session @param {number} number @returns {Promise<keyof Outcome>} */
async function sendRequest(session, number) {
  const isLarge = number % LARGE_EVERY === LARGE_EVERY - 1;
  const sent = fieldsOf(number, isLarge ? 80 : 8);
  const trailers = number % 2 === 0 ? fieldsOf(number, 2) : undefined;
  const start = { ":method": "POST", ":path": `/${number % 300}`, [http2.sensitiveHeaders]: ["x-secret"] };
  const request = session.request({ ...start, ...headersOf(sent) }, { waitForTrailers: trailers !== undefined });
  request.on("wantTrailers", () => request.sendTrailers(headersOf(trailers ?? [])));
  request.end("body");
  /** @type {{ status: number, fields: Fields, trailers: Fields }} */
  const back = { status: 0, fields: [], trailers: [] };
  request.on("response", (/** @type {Message} */ ...[headers, , raw]) => {
    Object.assign(back, { status: Number(headers[":status"]), fields: checkedOf(raw) });
  });
  request.on("trailers", (/** @type {Message} */ ...[, , raw]) => {
    back.trailers = checkedOf(raw);
  });
  request.on("error", () => {});
  request.resume();
  await new Promise((closed) => request.on("close", closed));
  const isEcho =
    sorted(back.fields) === sorted(sent) && (trailers === undefined || sorted(back.trailers) === sorted(trailers));
  if (back.status === 200 && isEcho) return "answered";
  return isLarge && REFUSED.some((code) => code === back.status || code === request.rstCode) ? "refused" : "wrong";
}

/**
 * Runs a server that sends back what it is sent, and its trailers.
 * @template T
 * @param {{ table: number }} options SETTINGS_HEADER_TABLE_SIZE, bytes
 * @param {(port: number) => Promise<T>} use
 */
export async function withServer({ table }, use) {
  const server = http2.createServer({ settings: { headerTableSize: table }, maxDeflateDynamicTableSize: 65_536 });
  /** @type {Set<import("node:http2").ServerHttp2Session>} */
  const sessions = new Set();
  server.on("session", (session) => sessions.add(session));
  server.on("stream", (/** @type {[import("node:http2").ServerHttp2Stream, ...Message]} */ ...[stream, , , raw]) =>
    answer(stream, checkedOf(raw)),
  );
  try {
    return await whileListening(server, use);
  } finally {
    for (const session of sessions) session.destroy();
  }
}

/**
 * @template T
 * @param {net.Server} server
 * @param {(port: number) => Promise<T>} use
 */
async function whileListening(server, use) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await use(/** @type {net.AddressInfo} */ (server.address()).port);
  } finally {
    server.close();
  }
}

/** @param {import("node:http2").ServerHttp2Stream} stream @param {Fields} fields */
function answer(stream, fields) {
  /** @type {Fields | undefined} */
  let trailers;
  stream.on("trailers", (/** @type {Message} */ ...[, , raw]) => {
    trailers = checkedOf(raw);
  });
  stream.on("error", () => {});
  stream.resume();
  stream.on("end", () => {
    const right = isRight(fields) && (trailers === undefined || isRight(trailers));
    stream.respond({ ":status": right ? 200 : 400, ...headersOf(fields) }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers(headersOf(trailers ?? [["x-trailers", "none"]])));
    stream.end("body");
  });
}

/**
 * Puts TLS before a server, for clients that want it.
 * @template T
 * @param {number} port of the server
 * @param {string} folder for the key and the certificate
 * @param {(port: number) => Promise<T>} use
 */
export async function withTls(port, folder, use) {
  const request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=localhost -days 1 -nodes";
  await must("openssl", `${request} -keyout key.pem -out cert.pem`.split(" "), { cwd: folder, quiet: true });
  const [key, cert] = await Promise.all(["key.pem", "cert.pem"].map((name) => readFile(path.join(folder, name))));
  const relay = tls.createServer({ key, cert, ALPNProtocols: ["h2"] }, (outside) => {
    const inside = net.connect(port, "127.0.0.1");
    for (const socket of [outside, inside]) socket.setNoDelay(true).on("error", () => {});
    outside.pipe(inside).pipe(outside);
  });
  return whileListening(relay, use);
}
