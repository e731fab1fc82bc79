import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressFolder } from "./compressed.mjs";
import { serve } from "./serve.mjs";

const SCRIPT = "export const one = 1;\n".repeat(200);

let folder = "";
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "served-"));
  await mkdir(path.join(folder, "assets"));
  await writeFile(path.join(folder, "index.html"), "<!doctype html><title>A page</title>");
  await writeFile(path.join(folder, "assets", "script-1a2b3c4d.js"), SCRIPT);
  await writeFile(path.join(folder, "assets", "core-1a2b3c4d.wasm"), new Uint8Array(4096));
  await compressFolder(folder);
  server = await serve({ port: 0, folder });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function get(file: string, encoding: string): Promise<Response> {
  return fetch(new URL(file, server.address), { headers: { "Accept-Encoding": encoding } });
}

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["identity", null],
])("to who reads %s it is sent as %s", async (accepted, sent) => {
  const response = await get("assets/script-1a2b3c4d.js", accepted);
  expect(response.headers.get("content-encoding")).toBe(sent);
  expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(response.headers.get("vary")).toMatch(/accept-encoding/i);
  expect(await response.text()).toBe(SCRIPT);
});

test("a WebAssembly package has its type, whichever way it is sent", async () => {
  for (const encoding of ["br", "gzip", "identity"]) {
    const response = await get("assets/core-1a2b3c4d.wasm", encoding);
    expect(response.headers.get("content-type")).toBe("application/wasm");
    expect((await response.arrayBuffer()).byteLength).toBe(4096);
  }
});

test("files with a digest are kept for a year, the page that names them is not", async () => {
  const cached = async (file: string) => (await get(file, "br")).headers.get("cache-control");
  expect(await cached("assets/script-1a2b3c4d.js")).toBe("public, max-age=31536000, immutable");
  expect(await cached("")).toBe("no-cache");
});

test("everything comes with the page's policy", async () => {
  for (const file of ["", "assets/script-1a2b3c4d.js"]) {
    const { headers } = await get(file, "br");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  }
});
