import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { digest, recall, remember } from "./cache.mjs";
import { inFolder } from "./in-folder.ts";
import { TOP } from "./paths.mjs";

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
  const [name, count] = ["of a test", { passed: 3, failed: 0, skipped: 1 }];
  await remember(name, "x", count);
  expect([await recall(name, "x"), await recall(name, "y")]).toEqual([count, null]);
  await remember(name, "y", null);
  expect(await recall(name, "x")).toBeNull();
});
