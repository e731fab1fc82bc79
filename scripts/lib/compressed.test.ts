import { expect, test } from "vitest";
import { compressFolder } from "./compressed.mjs";
import { inFolder } from "./in-folder.ts";
import { serve } from "./serve.mjs";

const FILES = {
  "index.html": "<!doctype html><title>A page</title>",
  "assets/script-1a2b3c4d.js": "export const one = 1;\n".repeat(200),
  "assets/core-1a2b3c4d.wasm": "\0".repeat(4096),
};
const [PAGE, SCRIPT, CORE] = Object.keys(FILES) as (keyof typeof FILES)[];
const YEAR = "public, max-age=31536000, immutable";

test("files are served as the browser reads them, with their type, the page's policy and how long they are kept", () =>
  inFolder(FILES, async (folder) => {
    await compressFolder(folder);
    const server = await serve({ port: 0, folder });
    try {
      for (const [file, accepted, sent, type, kept] of [
        [SCRIPT, "gzip, deflate, br, zstd", "br", "text/javascript", YEAR],
        [SCRIPT, "gzip, deflate", "gzip", "text/javascript", YEAR],
        [SCRIPT, "identity", null, "text/javascript", YEAR],
        [CORE, "br", "br", "application/wasm", YEAR],
        [CORE, "gzip", "gzip", "application/wasm", YEAR],
        [CORE, "identity", null, "application/wasm", YEAR],
        [PAGE, "br", null, "text/html", "no-cache"],
      ] as const) {
        const address = new URL(file === PAGE ? "" : (file ?? ""), server.address);
        const response = await fetch(address, { headers: { "Accept-Encoding": accepted } });
        const header = (name: string) => response.headers.get(name);
        expect([header("content-encoding"), header("cache-control")], `${file} for ${accepted}`).toEqual([sent, kept]);
        expect(header("content-type")).toContain(type);
        expect(header("content-security-policy")).toContain("default-src 'none'");
        expect(header("cross-origin-opener-policy")).toBe("same-origin");
        if (sent !== null) expect(header("vary")).toMatch(/accept-encoding/i);
        expect(await response.text()).toBe(FILES[file ?? "index.html"]);
      }
    } finally {
      await server.close();
    }
  }));
