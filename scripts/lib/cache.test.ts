import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { digest, recall, remember } from "./cache.mjs";
import { inFolder } from "./in-folder.ts";
import { TOP } from "./paths.mjs";

const NAME = "of a test";

test("a digest changes with a file's content, a file's name and a version", async () => {
  await inFolder({ a: "1" }, async (folder) => {
    const [place, file] = [path.relative(TOP, folder), path.join(folder, "a")];
    const digests = [digest([place], ["v1"]), digest([place], ["v2"])];
    await writeFile(file, "2");
    digests.push(digest([place], ["v1"]));
    await rename(file, path.join(folder, "b"));
    digests.push(digest([place], ["v1"]));
    expect(new Set(digests).size).toBe(4);
  });
});

test("a result is that of the last inputs only, until it is forgotten", async () => {
  const count = { passed: 3, failed: 0, skipped: 1 };
  expect(await recall(NAME, "x")).toBeNull();
  await remember(NAME, "x", count);
  expect(await recall(NAME, "x")).toEqual(count);
  expect(await recall(NAME, "y")).toBeNull();
  await remember(NAME, "y", null);
  expect(await recall(NAME, "x")).toBeNull();
});
