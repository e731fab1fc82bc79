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
import { must } from "./run.mjs";

const CHECK = "x-check";
const REFUSED = [431, http2.constants.NGHTTP2_REFUSED_STREAM];

/** Of so many requests one is larger than a frame. */
const LARGE_EVERY = 50;
const AT_ONCE = 16;

/** @typedef {[name: string, value: string][]} Fields */
/**
 * What Node hands on of headers: `raw` has names and values in turn.
 * @typedef {[headers: import("node:http2").IncomingHttpHeaders & { ":status"?: number }, flags: number, raw: string[]]} Message
 */
/** @typedef {import("node:http2").ServerHttp2Stream} Stream */
/** @typedef {{ answered: number, refused: number, wrong: number }} Outcome */

/**
 * The sum of the fields' hashes (FNV-1a), in which their order does not count.
 * @param {Fields} fields
 */
export function checksum(fields) {
  let sum = 0;
  for (const [name, value] of fields) {
    if (name === CHECK) continue;
    let hash = 0x811c9dc5;
    for (const byte of Buffer.from(`${name}:${value}`, "latin1")) hash = Math.imul(hash ^ byte, 0x01000193);
    sum = (sum + hash) >>> 0;
  }
  return String(sum);
}

/**
 * The fields with their checksum.
 * @param {Fields} fields
 * @returns {Fields}
 */
export const withCheck = (fields) => [...fields, [CHECK, checksum(fields)]];

/**
 * The checked fields of a message, from Node's list of names and values in turn.
 * @param {string[]} raw
 * @returns {Fields}
 */
function checkedOf(raw) {
  /** @type {Fields} */
  const fields = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = raw.slice(at, at + 2);
    if (name.startsWith("x-")) fields.push([name, value]);
  }
  return fields;
}

/** @param {Fields} fields */
const isRight = (fields) => fields.find(([name]) => name === CHECK)?.[1] === checksum(fields);

/**
 * Fields as Node wants them: those of one name as a list.
 * @param {Fields} fields
 */
function headersOf(fields) {
  /** @type {Record<string, string | string[]>} */
  const headers = {};
  for (const [name, value] of fields) {
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}

/** @param {Fields} one @param {Fields} other */
function areEqual(one, other) {
  const [first, second] = [one, other].map((fields) => JSON.stringify([...fields].sort()));
  return first === second;
}

/**
 * Fields of which some repeat, some change, and two share a name.
 * @param {number} number of the request
 * @param {number} count
 */
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
 * Sends requests over one connection and counts how many were answered rightly, and how many refused as too large.
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
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, first) => {
      for (let number = first; number < requests; number += AT_ONCE) {
        const result = session.destroyed ? "wrong" : await sendRequest(session, number);
        outcome[result]++;
      }
    }),
  );
  session.close();
  return outcome;
}

/**
 * @param {import("node:http2").ClientHttp2Session} session
 * @param {number} number
 * @returns {Promise<keyof Outcome>}
 */
function sendRequest(session, number) {
  const isLarge = number % LARGE_EVERY === LARGE_EVERY - 1;
  const sent = fieldsOf(number, isLarge ? 80 : 8);
  const trailers = number % 2 === 0 ? fieldsOf(number, 2) : undefined;
  const request = session.request(
    {
      ":method": "POST",
      ":path": `/${number % 300}`,
      ...headersOf(sent),
      [http2.sensitiveHeaders]: ["x-secret"],
    },
    { waitForTrailers: trailers !== undefined },
  );
  request.on("wantTrailers", () => request.sendTrailers(headersOf(trailers ?? [])));
  request.end("body");
  let status = 0;
  /** @type {Fields} */
  let back = [];
  /** @type {Fields | undefined} */
  let backTrailers;
  request.on("response", (/** @type {Message} */ ...[headers, , raw]) => {
    status = Number(headers[":status"]);
    back = checkedOf(raw);
  });
  request.on("trailers", (/** @type {Message} */ ...[, , raw]) => {
    backTrailers = checkedOf(raw);
  });
  request.on("error", () => {});
  request.resume();
  return new Promise((resolve) => {
    request.on("close", () => {
      const isEcho = areEqual(back, sent) && (trailers === undefined || areEqual(backTrailers ?? [], trailers));
      if (status === 200 && isEcho) resolve("answered");
      else
        resolve(isLarge && REFUSED.some((code) => code === status || code === request.rstCode) ? "refused" : "wrong");
    });
  });
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
  server.on("stream", (/** @type {[Stream, ...Message]} */ ...[stream, , , raw]) => answer(stream, checkedOf(raw)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await use(/** @type {net.AddressInfo} */ (server.address()).port);
  } finally {
    for (const session of sessions) session.destroy();
    server.close();
  }
}

/**
 * @param {Stream} stream
 * @param {Fields} fields
 */
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
 * @param {number} port the server's
 * @param {string} folder for the key and the certificate
 * @param {(port: number) => Promise<T>} use
 */
export async function withTls(port, folder, use) {
  const [key = "", cert = ""] = ["key.pem", "cert.pem"].map((name) => path.join(folder, name));
  const subject = ["-subj", "/CN=localhost", "-days", "1", "-nodes"];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", ...subject];
  await must("openssl", [...request, "-keyout", key, "-out", cert], { quiet: true });
  const identity = { key: await readFile(key), cert: await readFile(cert), ALPNProtocols: ["h2"] };
  const relay = tls.createServer(identity, (outside) => {
    const inside = net.connect(port, "127.0.0.1");
    for (const socket of [outside, inside]) socket.setNoDelay(true).on("error", () => {});
    outside.pipe(inside).pipe(outside);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  try {
    return await use(/** @type {net.AddressInfo} */ (relay.address()).port);
  } finally {
    relay.close();
  }
}
