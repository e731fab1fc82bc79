import { expect, test } from "vitest";
import { countedNames, joined, namesOf, secretsAmong, wordsOfSecrets } from "./secrets";

test("fields whose values masking replaces are named, each name once", async () => {
  const fields = ["Cookie", "accept", "cookie", "authorization"].map((name) => ({ name, value: "v" }));
  const mask = async (given: typeof fields) =>
    given.map((field) => (field.name === "accept" ? field : { ...field, value: "j" }));
  const secrets = countedNames(await secretsAmong(fields, mask));
  expect(wordsOfSecrets(secrets)).toBe("cookie (2) and authorization");
  expect(wordsOfSecrets(new Map())).toBe("");
  expect(wordsOfSecrets(new Map(Array.from("abcdefghij", (name) => [name, 1])))).toBe(
    "a, b, c, d, e, f, g, h and 2 more",
  );
});

test("names are told by what is masked and what is kept of their fields", () => {
  const held = new Map([
    ["cookie", { fields: 2, masked: 2 }],
    [":path", { fields: 3, masked: 1 }],
    ["te", { fields: 1, masked: 0 }],
  ]);
  expect([...namesOf(held, "masked")]).toEqual([
    ["cookie", 2],
    [":path", 1],
  ]);
  expect([...namesOf(held, "kept")]).toEqual([
    [":path", 2],
    ["te", 1],
  ]);
  expect([...joined(namesOf(held, "masked"), new Map([["cookie", 1]]))][0]).toEqual(["cookie", 3]);
});
