/** Captures and texts as the npm package gives them; `npm run test:package` has the packed package. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PKG_CAPTURES_TESTED } from "../../scripts/lib/paths.mjs";
import { bytesOf, truthOf } from "../../tests/captures.ts";
import { openCapture, readText } from "./capture.ts";

const read = (place: string) => new Uint8Array(readFileSync(new URL(`../../${place}`, import.meta.url)));
const core = new Uint8Array(readFileSync(`${PKG_CAPTURES_TESTED}/hpack_inspector_wasm_bg.wasm`));

// Every field of theirs: tests/wasm/captures.test.ts.
test.each(["d01-libcurl-nginx-h2c", "d03-curl-nginx-tls13"])("opens %s, with its keys", async (name) => {
  const truth = await truthOf(name);
  const keyLog = truth.keylog === null ? "" : await bytesOf(truth.keylog);
  const opened = await openCapture(await bytesOf(truth.capture), { core, keyLog });
  expect(opened.format.id).toBe("pcap");
  const found = opened.connections.map(({ protocol, blocks }) => [
    protocol,
    blocks.map(({ sender, stream, fields, bytes }) => [sender, stream, fields?.length, bytes.length]),
  ]);
  const senders = { c2s: "client", s2c: "server" };
  const expected = truth.connections.map(({ protocol, blocks }) => [
    protocol,
    blocks.map(({ dir, stream, fields, hex }) => [senders[dir], stream, fields.length, hex.length / 2]),
  ]);
  expect(found).toEqual(expected);
});

test("reads a text: fields, bytes that are not UTF-8, unknown fields and errors", async () => {
  const { connections, format } = await readText("82 0f 01 01 e9 10 01 61 02 c3 a9\n\n82 80", { core });
  expect(format.id).toBe("hex");
  expect(connections[0]?.blocks).toMatchObject([
    {
      sender: "unknown",
      stream: null,
      error: null,
      fields: [
        { name: ":method", value: "GET", neverIndexed: false },
        { name: "accept-encoding", value: "é", neverIndexed: false },
        { name: "a", value: "Ã©", neverIndexed: true },
      ],
    },
    { error: { code: "index-zero", at: 1 } },
  ]);
  const middle = await readText("82 be", { core, start: "unknown" });
  expect(middle.connections[0]?.blocks[0]?.fields).toEqual([expect.objectContaining({ name: ":method" }), null]);
  await expect(readText("82 8g", { core })).rejects.toMatchObject({ name: "ReadError", line: 1, column: 5 });
});

test.each<[string, () => Promise<unknown>, RegExp | null]>([
  ["a shared buffer", () => openCapture(new SharedArrayBuffer(2), { core }), null],
  ["a text as bytes", () => readText(new Uint8Array([0x82]) as unknown as string, { core }), /^TypeError: a text is a/],
  ["a capture as text", () => openCapture("82" as unknown as Blob, { core }), /^TypeError: a capture is an ArrayBuf/],
  ["no capture", () => openCapture({ size: 9 } as unknown as Blob, { core }), /^TypeError: a capture is .* an object$/],
  ["a number as key log", () => readText("82", { core, keyLog: 5 as unknown as string }), /^TypeError: a key log is/],
  ["text as options", () => readText("82", "x" as unknown as object), /^TypeError: options are an object or a table/],
  ["a wrong option", () => readText("82", { start: "now" as "fresh", core }), /^TypeError: the option start can't be/],
  ["a size that is none", () => readText("82", { maxTableSize: -1, core }), /option maxTableSize can't be -1$/],
  ["a table's size", () => readText("82", 256), null],
  ["a file", () => openCapture(new Blob([read("tests/paste/frames.txt")]), { core }), null],
])("takes a text or bytes, else says what it is given: %s", async (_, call, error) => {
  expect(await call().then(() => null, String)).toEqual(error && expect.stringMatching(error));
});

test("reads cookies of 22 kB, more than an endpoint takes by default", async () => {
  // Not indexed, name 32; 22,000 with a prefix of 7 bits.
  const field = `0f117ff1aa01${"63".repeat(22_000)}`;
  const { connections } = await readText(field.repeat(4), { core });
  const [block] = connections[0]?.blocks ?? [];
  expect(block?.error).toBeNull();
  expect(block?.fields?.map((field) => [field?.name, field?.value?.length])).toEqual(Array(4).fill(["cookie", 22_000]));
});
