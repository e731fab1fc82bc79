import { expect, test } from "vitest";
import { arriving, leaving } from "./reload";
import { EMPTY_SESSION, type Session } from "./session";

const own: Session = { ...EMPTY_SESSION, input: { kind: "text", text: "82 86" } };
const again = (session: Session, address = "#a") => arriving(JSON.stringify(leaving(session, null, "#a")), address);

test("a text comes back with how it was read, where it was looked at, and what was applied", async () => {
  const change = { "missed-block": { before: 1, entries: 2 } };
  const selection = { block: 1, row: 3, fault: false, byte: null };
  const session: Session = { ...own, options: { ...own.options, maxTableSize: 256 }, selection, change };
  expect(await again(session)).toMatchObject({
    text: "82 86",
    row: 3,
    change,
    options: { maxTableSize: 256 },
    gone: null,
  });
});

test("an example comes back by the address alone", async () => {
  expect(await again({ ...own, example: "rfc7541-c3" })).toMatchObject({ text: null, gone: null });
});

test.each<[string, Session]>([
  ["x.pcap", { ...own, input: { kind: "file", name: "x.pcap", file: new Blob() } }],
  ["A long text", { ...own, input: { kind: "text", text: "82".repeat(1_000_001) } }],
])("what can't be kept is named: %s", async (gone, session) => {
  expect(await again(session)).toMatchObject({ text: null, gone });
});

test("another address, or something else that is kept there, brings nothing back", async () => {
  expect(await again(own, "#b")).toBeNull();
  expect(await arriving("{", "#a")).toBeNull();
  expect(await arriving('{"version":2,"address":"#a"}', "#a")).toBeNull();
  expect(await arriving(null, "#a")).toBeNull();
  const left = JSON.stringify({ ...leaving(own, null, "#a"), options: { maxTableSize: "many" } });
  expect(await arriving(left, "#a")).toBeNull();
});
