/**
 * The cases of the differential test through decoders from npm: where they come out otherwise than ours, and which
 * section of RFC 7541 settles it.
 */
import Hpack from "hpack";
import hpackJs from "hpack.js";

/**
 * @typedef {{ limits: number[], bytes: string, error: string | null, fields: string }} Block
 * @typedef {{ begin: () => { acknowledge(limit: number): void, decode(block: Buffer): [string, string][] } }} Peer
 * @typedef {{ peer: string, ours: string, theirs: "accepts" | "refuses" | "otherFields", block: Block, before: Block[] }} Seen
 * @typedef {{ section: string, why: string, applies: (seen: Seen) => boolean }} Settled
 */

/** @type {Record<string, Peer>} */
const PEERS = {
  "hpack (npm)": {
    begin() {
      const decoder = new Hpack();
      return { acknowledge() {}, decode: (block) => decoder.decode(block) };
    },
  },
  "hpack.js": {
    begin() {
      const decompressor = hpackJs.decompressor.create({ table: { maxSize: 4096 } });
      /** @type {unknown} */
      let fault = null;
      decompressor.on("error", (error) => {
        fault = error;
      });
      return {
        acknowledge(limit) {
          decompressor._table.protocolMaxSize = limit;
        },
        decode(block) {
          decompressor.write(block);
          decompressor.execute();
          /** @type {[string, string][]} */
          const fields = [];
          for (let next = decompressor.read(); next !== null; next = decompressor.read()) {
            fields.push([next.name, next.value]);
          }
          if (fault !== null) throw fault;
          return fields;
        },
      };
    },
  },
};

/** What the Rust side wrote: the length and the bytes of name and value, in hex. @param {[string, string][]} fields */
function written(fields) {
  const parts = fields.flat().flatMap((text) => {
    const bytes = Buffer.from(String(text), "latin1");
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(parts).toString("hex");
}

/** @param {...string} codes @returns {(seen: Seen) => boolean} */
const wentOnBehind =
  (...codes) =>
  ({ ours, theirs }) =>
    theirs !== "refuses" && codes.includes(ours);

/** Whether a byte of a field, in this block or in one before it, is above 0x7f. @param {Seen} seen */
function beyondAscii({ block, before }) {
  return [...before, block].some(({ fields }) => {
    const bytes = Buffer.from(fields, "hex");
    for (let at = 0; at < bytes.length; ) {
      const end = at + 4 + bytes.readUInt32LE(at);
      if (bytes.subarray(at + 4, end).some((byte) => byte > 0x7f)) return true;
      at = end;
    }
    return false;
  });
}

/** @type {Record<string, Settled[]>} */
const RULES = {
  "hpack (npm)": [
    {
      section: "RFC 7541 §5.2",
      why: "strings are bytes; it converts them to text and keeps seven bits",
      applies: (seen) => seen.theirs === "otherFields" && beyondAscii(seen),
    },
  ],
  "hpack.js": [
    {
      section: "RFC 7541 §4.2, RFC 9113 §4.3.1",
      why: "after a lowered limit a block must begin with a size update; it does not check",
      applies: wentOnBehind("missing-size-update"),
    },
    {
      section: "RFC 7541 §4.2",
      why: "a size update must be at the start of a block; it accepts one after a field",
      applies: wentOnBehind("size-update-not-first"),
    },
    {
      section: "RFC 7541 §5.1",
      why: "limits for integers are up to the implementation: it accepts at most four bytes after the prefix; ours accepts all of 32 bits, padded or not",
      applies: ({ ours, theirs, block }) =>
        ours === "accepts" && theirs === "refuses" && /f(?:[89a-f][0-9a-f]){4}/.test(block.bytes),
    },
  ],
};

/**
 * @typedef {{ cases: number, settled: { peer: string, cases: number, section: string, why: string }[],
 *   unexplained: { peer: string, ours: string, theirs: string, cases: number, first: string }[] }} Compared
 */

/** Compares the cases in `lines`. @param {AsyncIterable<string>} lines @returns {Promise<Compared>} */
export async function compareCases(lines) {
  let cases = 0;
  /** @type {Map<Settled, Compared["settled"][number]>} */
  const settled = new Map();
  /** @type {Map<string, Compared["unexplained"][number]>} */
  const unexplained = new Map();
  for await (const line of lines) {
    const [number, blocks] = /** @type {[number, Block[]]} */ (JSON.parse(line));
    cases += 1;
    for (const [peer, { begin }] of Object.entries(PEERS)) {
      const seen = disagreement(peer, begin(), blocks);
      if (seen === null) continue;
      const rule = RULES[peer]?.find(({ applies }) => applies(seen));
      if (rule !== undefined) {
        const row = settled.get(rule) ?? { peer, cases: 0, section: rule.section, why: rule.why };
        row.cases += 1;
        settled.set(rule, row);
        continue;
      }
      const { ours, theirs, block, before } = seen;
      const key = `${peer} ${ours} ${theirs}`;
      const told = [...before, block].map(({ limits, bytes }) => `[${limits.join(" ")}] ${bytes}`);
      const row = unexplained.get(key) ?? { peer, ours, theirs, cases: 0, first: `case ${number}: ${told.join(" ")}` };
      row.cases += 1;
      unexplained.set(key, row);
    }
  }
  return { cases, settled: [...settled.values()], unexplained: [...unexplained.values()] };
}

/**
 * @param {string} peer
 * @param {ReturnType<Peer["begin"]>} decoder
 * @param {Block[]} blocks
 * @returns {Seen | null} where it first comes out otherwise
 */
function disagreement(peer, decoder, blocks) {
  for (const [number, block] of blocks.entries()) {
    // It checks nothing, and does not come back from some blocks that are cut.
    if (block.error !== null && peer === "hpack (npm)") return null;
    for (const limit of block.limits) decoder.acknowledge(limit);
    const ours = block.error ?? "accepts";
    const before = blocks.slice(0, number);
    /** @type {[string, string][]} */
    let fields;
    try {
      fields = decoder.decode(Buffer.from(block.bytes, "hex"));
    } catch {
      if (block.error !== null) return null;
      return { peer, ours, theirs: "refuses", block, before };
    }
    if (block.error !== null) return { peer, ours, theirs: "accepts", block, before };
    if (written(fields) !== block.fields) return { peer, ours, theirs: "otherFields", block, before };
  }
  return null;
}
