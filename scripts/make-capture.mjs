/**
 * `node scripts/make-capture.mjs FILE [--mib 1024] [--blocks 100000] [--connections 8]`: writes a pcap of that size,
 * mostly DATA frames, always the same for the same numbers.
 */
import { parseArgs } from "node:util";
import { Pcap, Tcp } from "./lib/capture.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    mib: { type: "string", default: "1024" },
    blocks: { type: "string", default: "100000" },
    connections: { type: "string", default: "8" },
  },
});
const [path] = positionals;
if (!path) {
  console.error("Which file? node scripts/make-capture.mjs FILE");
  process.exit(2);
}
const SIZE = Number(values.mib) << 20 || 1 << 30;
const EXCHANGES = Math.ceil(Number(values.blocks) / 2);
const CONNECTIONS = Number(values.connections);
/** Bytes of a DATA frame. */
const FRAME = 16_384;
/** What packets' headers add to what they carry, about. */
const OVERHEAD = 1.095;

const TYPES = { data: 0, headers: 1, settings: 4, window: 8 };
const END_STREAM = 1;
const END_HEADERS = 4;

/** @param {number} type @param {number} flags @param {number} stream @param {Buffer} payload */
function frame(type, flags, stream, payload) {
  const header = Buffer.alloc(9);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = type;
  header[4] = flags;
  header.writeUInt32BE(stream, 5);
  return Buffer.concat([header, payload]);
}

/** An integer with a prefix (RFC 7541 §5.1). @param {number} pattern @param {number} bits @param {number} value */
function integer(pattern, bits, value) {
  const most = (1 << bits) - 1;
  if (value < most) return [pattern | value];
  const bytes = [pattern | most];
  let rest = value - most;
  for (; rest > 127; rest >>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

/** @param {string} text */
const string = (text) => [...integer(0, 7, text.length), ...Buffer.from(text)];

/** Codes fields with incremental indexing, and by index where the table has them. */
class Encoder {
  /** The newest entry first: name, value. @type {[string, string][]} */
  #table = [];
  #size = 0;

  /** @param {[number, string, string][]} fields index of the name in the static table, name, value */
  block(fields) {
    const bytes = fields.flatMap(([index, name, value]) => {
      const known = this.#table.findIndex(([one, other]) => one === name && other === value);
      if (known >= 0) return integer(0x80, 7, 62 + known);
      this.#table.unshift([name, value]);
      this.#size += 32 + name.length + value.length;
      while (this.#size > 4096) {
        const [one, other] = this.#table.pop() ?? ["", ""];
        this.#size -= 32 + one.length + other.length;
      }
      return [...integer(0x40, 6, index), ...string(value)];
    });
    return Buffer.from(bytes);
  }
}

/** The same bytes on every run, and not one like the other. */
const filler = Buffer.alloc(FRAME * 4);
let state = 1;
for (let at = 0; at < filler.length; at++) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  filler[at] = state >>> 24;
}

/** One connection and its two encoders. */
class Connection {
  requests = new Encoder();
  responses = new Encoder();
  stream = 1;

  /** @param {Pcap} file @param {number} number */
  constructor(file, number) {
    const client = { address: 0x0a00_0001, port: 40_000 + number, sent: 1000 * number };
    const server = { address: 0x0a00_0002, port: 8080, sent: 0xffff_0000 + number };
    this.tcp = new Tcp(file, client, server);
    const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    const settings = frame(TYPES.settings, 0, 0, Buffer.from([0, 4, 0x7f, 0xff, 0xff, 0xff]));
    const window = frame(TYPES.window, 0, 0, Buffer.from([0x7f, 0, 0, 0]));
    const acknowledged = frame(TYPES.settings, 1, 0, Buffer.alloc(0));
    this.tcp.send(true, Buffer.concat([preface, settings, window]));
    this.tcp.send(false, Buffer.concat([frame(TYPES.settings, 0, 0, Buffer.alloc(0)), acknowledged]));
    this.tcp.send(true, acknowledged);
  }

  /** A request and its response. @param {number} number @param {number} size bytes of the content */
  exchange(number, size) {
    const stream = this.stream;
    this.stream += 2;
    const request = this.requests.block([
      [2, ":method", "GET"],
      [6, ":scheme", "http"],
      [1, ":authority", "example.com"],
      [4, ":path", `/items/${number % 5000}?page=${number % 7}`],
      [58, "user-agent", "make-capture/1.0 (synthetic)"],
      [32, "cookie", `session=${(number * 2_654_435_761) >>> 8}`],
    ]);
    this.tcp.send(true, frame(TYPES.headers, END_HEADERS | END_STREAM, stream, request));
    const response = this.responses.block([
      [8, ":status", "200"],
      [31, "content-type", "application/octet-stream"],
      [28, "content-length", String(size)],
      [34, "etag", `"${(number * 40_503) % 65_521}"`],
      [54, "server", "synthetic"],
    ]);
    const parts = [frame(TYPES.headers, END_HEADERS, stream, response)];
    for (let at = 0; at < size; at += FRAME) {
      const length = Math.min(FRAME, size - at);
      const from = (number * 31) % (filler.length - FRAME);
      const flags = at + length === size ? END_STREAM : 0;
      parts.push(frame(TYPES.data, flags, stream, filler.subarray(from, from + length)));
    }
    this.tcp.send(false, Buffer.concat(parts));
  }
}

const file = new Pcap(path);
const connections = Array.from({ length: CONNECTIONS }, (_, number) => new Connection(file, number));
for (let number = 0; number < EXCHANGES; number++) {
  // What is left, in equal parts.
  const left = (SIZE - file.size) / (EXCHANGES - number);
  const size = Math.max(16, Math.round(left / OVERHEAD) - 300 - ((number % 16) - 8) * 64);
  connections[number % CONNECTIONS]?.exchange(number, size);
}
for (const connection of connections) connection.tcp.close();
file.close();
console.log(`${path}: ${file.size} bytes, ${EXCHANGES * 2} header blocks, ${CONNECTIONS} connections`);
