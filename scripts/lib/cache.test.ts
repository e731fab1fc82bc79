import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { digest, recall, remember } from "./cache.mjs";
import { TOP } from "./paths.mjs";

const NAME = "of a test";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await remember(NAME, "", null);
});

test("a digest changes with a file's content, a file's name and a version", async () => {
  const place = path.relative(TOP, folder);
  const file = path.join(folder, "a");
  await writeFile(file, "1");
  const digests = [digest([place], ["v1"]), digest([place], ["v2"])];
  await writeFile(file, "2");
  digests.push(digest([place], ["v1"]));
  await rm(file);
  await writeFile(path.join(folder, "b"), "2");
  digests.push(digest([place], ["v1"]));
  expect(new Set(digests).size).toBe(4);
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
