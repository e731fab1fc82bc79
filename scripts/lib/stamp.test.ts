import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TOOLS } from "./paths.mjs";
import { digest, lastPass, noteResult } from "./stamp.mjs";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await rm(path.join(TOOLS, "passed", "of-a-test.json"), { force: true });
});

test("a digest changes with a file's content, a file's name and a version", async () => {
  const file = path.join(folder, "a");
  await writeFile(file, "1");
  const digests = [await digest([folder], ["v1"]), await digest([folder], ["v2"])];
  await writeFile(file, "2");
  digests.push(await digest([folder], ["v1"]));
  await rm(file);
  await writeFile(path.join(folder, "b"), "2");
  digests.push(await digest([folder], ["v1"]));
  expect(new Set(digests).size).toBe(4);
});

test("a suite is unchanged only with the inputs with which it passed last", async () => {
  const name = "of-a-test";
  const count = { passed: 3, failed: 0, skipped: 1 };
  expect(await lastPass(name, "x")).toBeNull();
  await noteResult(name, "x", count);
  expect(await lastPass(name, "x")).toEqual(count);
  expect(await lastPass(name, "y")).toBeNull();
  await noteResult(name, "y", { passed: 3, failed: 1, skipped: 0 });
  expect(await lastPass(name, "x")).toBeNull();
  expect(await lastPass(name, "y")).toBeNull();
  await noteResult(name, "x", { passed: 0, failed: 0, skipped: 1 });
  expect(await lastPass(name, "x")).toBeNull();
});
