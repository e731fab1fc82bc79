/** The connection that Learn illustrates: both programs received the fields that are shown, and every byte has a sentence. */
import { expect, test } from "vitest";
import { type Message, readDialogue } from "../../web/src/engine/dialogue";
import { lettersOf } from "../../web/src/engine/shown-text";
import { textOf } from "../../web/src/examples/texts";
import { partsOf, RemainingRules } from "../../web/src/explain/rules";
import { piecesOf } from "../../web/src/illustrated/pieces";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";
import { hexOf } from "../../web/src/ui/figures";
import truth from "../data/connection.json" with { type: "json" };
import "./opening";

const TEXT = textOf("connection");
const messages = await readDialogue(TEXT, DEFAULT_OPTIONS);

const fieldsOf = ({ block }: Message) =>
  (block?.steps ?? []).flatMap(({ field }) =>
    field === null || field.kind === "size-update" ? [] : [[lettersOf(field.name), lettersOf(field.value)]],
  );

test("all bytes of each side are in its messages, in their order", () => {
  for (const [mark, who] of [
    [">", "client"],
    ["<", "server"],
  ] as const) {
    const sent = messages.filter(({ sender }) => sender === who).map(({ bytes }) => hexOf(bytes, ""));
    const lines = TEXT.split("\n").flatMap((line) => (line.startsWith(mark) ? [line.slice(2)] : []));
    expect(sent.join("")).toBe(lines.join(""));
  }
});

test("preface, settings, their acknowledgements, three requests and responses with their bodies", () => {
  const kinds = messages.map(
    ({ sender, frame }) => `${sender} ${frame?.type ?? "preface"}${frame?.flags === "ACK" ? " ACK" : ""}`,
  );
  const first = ["client preface", "client SETTINGS", "client HEADERS", "server SETTINGS", "server SETTINGS ACK"];
  const response = ["server HEADERS", "server DATA"];
  const next = ["client HEADERS", ...response];
  expect(kinds).toEqual([...first, ...response, "client SETTINGS ACK", ...next, ...next]);
  expect(messages[1]?.frame?.line).toBe(`HEADER_TABLE_SIZE ${truth.settings.headerTableSize}, ENABLE_PUSH 0`);
  const bodies = messages
    .filter(({ frame }) => frame?.type === "DATA")
    .map(({ bytes }) => String.fromCharCode(...bytes.slice(9)));
  expect(bodies).toEqual(Object.values(truth.bodies).map(([, body]) => body));
});

test("both programs received the fields that are shown", () => {
  const blocks = messages.filter(({ block }) => block !== null);
  const read = blocks.map((message) => ({
    sender: message.sender,
    stream: message.frame?.stream,
    fields: fieldsOf(message),
  }));
  const inOrder = (sender: string) => truth.blocks.filter((block) => block.sender === sender);
  for (const sender of ["client", "server"])
    expect(read.filter((one) => one.sender === sender)).toEqual(inOrder(sender));
  const steps = blocks.flatMap(({ block }) => block?.steps ?? []);
  expect(steps.filter(({ field }) => field?.kind === "size-update").map(({ field }) => field?.size)).toEqual([128]);
  expect(steps.reduce((sum, { field }) => sum + (field?.evicted ?? 0), 0)).toBe(3);
});

test("every byte belongs to one part of its message, which has a sentence", () => {
  for (const message of messages) {
    const pieces = piecesOf(message);
    for (const { name, words } of pieces) expect(words, name).toMatch(/[.)]$/);
    const lead = pieces.at(-1)?.to ?? 0;
    const explained = (message.block?.steps ?? []).flatMap(({ explanation }) =>
      explanation === null ? [] : partsOf(explanation, new RemainingRules(explanation)).map(({ part }) => part),
    );
    const ranges = [...pieces, ...explained.map(({ start, end }) => ({ from: lead + start, to: lead + end }))];
    let at = 0;
    for (const { from, to } of ranges) {
      expect(from).toBe(at);
      at = to;
    }
    expect(at).toBe(message.bytes.length);
  }
});
