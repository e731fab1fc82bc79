/**
 * The cases of the differential test through decoders from npm: where their results differ from ours, and the section of
 * RFC 7541 that settles it.
 */
import Hpack from "hpack";
import hpackJs from "hpack.js";

/**
 * @typedef {{ limits: number[], bytes: string, error: string | null, fields: string }} Block
 * @typedef {{ acknowledge(limit: number): void, decode(block: Buffer): [string, string][] }} Decoder
 * @typedef {{ peer: string, ours: string, theirs: "accepts" | "refuses" | "otherFields", blocks: Block[] }} Difference
 *   `blocks` ends with the block that differs
 */

/** @type {Record<string, () => Decoder>} */
const PEERS = {
  "hpack (npm)": () => {
    const decoder = new Hpack();
    return { acknowledge() {}, decode: (block) => decoder.decode(block) };
  },
  "hpack.js": () => {
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
};

/** Fields as Rust writes them: the length and the bytes of name and value, in hex. @param {[string, string][]} fields */
function serialize(fields) {
  const parts = fields.flat().flatMap((text) => {
    const bytes = Buffer.from(String(text), "latin1");
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(parts).toString("hex");
}

/** Whether a byte of a field is above 0x7f. @param {Block} block */
function isBeyondAscii({ fields }) {
  const bytes = Buffer.from(fields, "hex");
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at);
    if (bytes.subarray(at + 4, end).some((byte) => byte > 0x7f)) return true;
    at = end;
  }
  return false;
}

/** @type {{ peer: string, section: string, why: string, applies: (difference: Difference) => boolean }[]} */
const RULES = [
  {
    peer: "hpack (npm)",
    section: "RFC 7541 §5.2",
    why: "strings are bytes; it converts them to text and keeps seven bits",
    applies: ({ theirs, blocks }) => theirs === "otherFields" && blocks.some(isBeyondAscii),
  },
  {
    peer: "hpack.js",
    section: "RFC 7541 §4.2, RFC 9113 §4.3.1",
    why: "after a lowered limit a block must begin with a size update; it does not check",
    applies: ({ ours, theirs }) => theirs !== "refuses" && ours === "missing-size-update",
  },
  {
    peer: "hpack.js",
    section: "RFC 7541 §4.2",
    why: "a size update must be at the start of a block; it accepts one after a field",
    applies: ({ ours, theirs }) => theirs !== "refuses" && ours === "size-update-not-first",
  },
  {
    peer: "hpack.js",
    section: "RFC 7541 §5.1",
    why: "limits for integers are up to the implementation: it accepts at most four bytes after the prefix; ours accepts all of 32 bits, padded or not",
    applies: ({ ours, theirs, blocks }) =>
      ours === "accepts" && theirs === "refuses" && /f(?:[89a-f][0-9a-f]){4}/.test(blocks.at(-1)?.bytes ?? ""),
  },
];

/**
 * @typedef {{ cases: number, settled: { peer: string, cases: number, section: string, why: string }[],
 *   unexplained: { peer: string, ours: string, theirs: string, cases: number, first: string }[] }} Compared
 */

/** Compares the cases in `lines`. @param {AsyncIterable<string>} lines @returns {Promise<Compared>} */
export async function compareCases(lines) {
  let cases = 0;
  const settled = RULES.map(({ peer, section, why }) => ({ peer, cases: 0, section, why }));
  /** @type {Compared["unexplained"]} */
  const unexplained = [];
  for await (const line of lines) {
    const [number, blocks] = /** @type {[number, Block[]]} */ (JSON.parse(line));
    cases += 1;
    for (const [peer, begin] of Object.entries(PEERS)) {
      const found = compareCase(peer, begin(), blocks);
      if (found === null) continue;
      const { ours, theirs } = found;
      const rule = RULES.findIndex((one) => one.peer === peer && one.applies(found));
      const bytes = found.blocks.map(({ limits, bytes }) => `[${limits.join(" ")}] ${bytes}`).join(" ");
      let row =
        settled[rule] ?? unexplained.find((one) => one.peer === peer && one.ours === ours && one.theirs === theirs);
      if (row === undefined) {
        row = { peer, ours, theirs, cases: 0, first: `case ${number}: ${bytes}` };
        unexplained.push(row);
      }
      row.cases += 1;
    }
  }
  return { cases, settled: settled.filter((row) => row.cases > 0), unexplained };
}

/**
 * The first difference of a case.
 * @param {string} peer @param {Decoder} decoder @param {Block[]} blocks @returns {Difference | null}
 */
function compareCase(peer, decoder, blocks) {
  for (const [number, block] of blocks.entries()) {
    // It checks nothing, and doesn't return from some blocks that are cut.
    if (block.error !== null && peer === "hpack (npm)") return null;
    for (const limit of block.limits) decoder.acknowledge(limit);
    /** @type {Difference["theirs"]} */
    let theirs = "accepts";
    try {
      const fields = serialize(decoder.decode(Buffer.from(block.bytes, "hex")));
      if (block.error === null && fields !== block.fields) theirs = "otherFields";
    } catch {
      theirs = "refuses";
    }
    if (block.error !== null && theirs === "refuses") return null;
    const ours = block.error ?? "accepts";
    if (ours !== theirs) return { peer, ours, theirs, blocks: blocks.slice(0, number + 1) };
  }
  return null;
}
