import { expect, test } from "vitest";
import { answer } from "../engine/fake-worker";
import { EMPTY_SESSION, type Session } from "../session/session";
import { parseSnapshot, printSnapshot } from "./tab-snapshot";

const own: Session = { ...EMPTY_SESSION, input: { kind: "text", text: "82 86" }, opened: answer() };
const again = (session: Session, address = "#a") => parseSnapshot(printSnapshot(session, null, "#a"), address);

test("a text comes back with how it was read, where it was looked at, and what was applied", () => {
  const change = { "missed-block": { before: 1, entries: 2 } };
  const selection = { block: 1, row: 3, error: false, byte: null };
  const options: Session["options"] = {
    ...own.options,
    maxTableSize: 256,
    part: [0, 2],
    prior: [["a", "b"]],
    engine: "walk",
  };
  expect(again({ ...own, options, selection, change })).toMatchObject({
    link: { text: "82 86", row: 3, change, options: { maxTableSize: 256, part: [0, 2], prior: [["a", "b"]] } },
    engine: "walk",
    gone: null,
  });
});

test("an example comes back by its name", () => {
  expect(again({ ...own, example: "rfc7541-c3" })).toMatchObject({
    link: { text: null, example: "rfc7541-c3" },
    gone: null,
  });
});

test.each<[string, Session]>([
  ["x.pcap", { ...own, input: { kind: "file", name: "x.pcap", file: new Blob() } }],
  ["A long text", { ...own, input: { kind: "text", text: "82".repeat(1_000_001) } }],
])("what can't be kept is named: %s", (gone, session) => {
  expect(again(session)).toMatchObject({ link: { text: null }, gone });
});

test("another address, unless it was reloaded, or something else that is kept there, brings nothing back", () => {
  expect(again(own, "#b")).toBeNull();
  expect(parseSnapshot(printSnapshot(own, null, "#a"), null)).toMatchObject({ link: { text: "82 86" } });
  expect(parseSnapshot("{", "#a")).toBeNull();
  expect(parseSnapshot('{"version":3,"address":"#a"}', "#a")).toBeNull();
  const kept = JSON.parse(printSnapshot(own, null, "#a"));
  expect(parseSnapshot(JSON.stringify({ ...kept, session: { table: "many" } }), "#a")).toBeNull();
});
