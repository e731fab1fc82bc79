import { expect, test } from "vitest";
import { EngineClient } from "../engine/client";
import { DEFAULT_OPTIONS } from "../session/options";
import { wholeField } from "./whole-field";

const LONG = "b".repeat(9000);
const hex = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");

test.each([
  ["literal", "40036b65790376616c", "key", "val"],
  ["an indexed field", "82", ":method", "GET"],
  ["a name by index", "040c2f73616d706c652f70617468", ":path", "/sample/path"],
  ["a value of 9000 octets", `0001617fa945${hex(LONG)}`, "a", LONG],
])("%s", async (_, octets, name, value) => {
  const client = new EngineClient();
  await client.open(octets, DEFAULT_OPTIONS, null, () => {});
  expect(await wholeField(client.core, 0)).toEqual({ name, value });
  client.end();
});

test("a size update and an unknown entry have no field", async () => {
  const client = new EngineClient();
  await client.open("20 3fe11f be", { ...DEFAULT_OPTIONS, start: "unknown" }, null, () => {});
  for (const row of [0, 2]) expect(await wholeField(client.core, row)).toBeNull();
  client.end();
});
