import { expect, test } from "vitest";
import { secretsIn, wordsOfSecrets } from "./secrets";

test("fields with secrets are named, each name once", async () => {
  const fields = ["Cookie", "accept", "cookie", "authorization"].map((name) => ({ name, value: "v" }));
  const secrets = await secretsIn(fields, async (told) => told.map(({ name }) => name !== "accept"));
  expect(wordsOfSecrets(secrets)).toBe("cookie (2) and authorization");
  expect(wordsOfSecrets(new Map())).toBe("");
  expect(wordsOfSecrets(new Map(Array.from("abcdefghij", (name) => [name, 1])))).toBe(
    "a, b, c, d, e, f, g, h and 2 more",
  );
});
