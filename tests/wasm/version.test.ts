import { readFile } from "node:fs/promises";
import { initSync, version } from "@wasm/hpack_inspector_wasm";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

test("the package loads and knows its version", async () => {
  const module = await readFile(new URL("../../crate/wasm/pkg/hpack_inspector_wasm_bg.wasm", import.meta.url));
  initSync({ module });
  expect(version()).toBe(manifest.version);
});
