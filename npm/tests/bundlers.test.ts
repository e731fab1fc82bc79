/** The packed package in other runtimes, in bundles and in a bare page, from the registry's newest tools. */
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM_FLAGS, requireChromium } from "../../scripts/lib/chromium.mjs";
import { DECODE_C6, FIELDS, makeProject } from "./project.ts";

const project = makeProject(["vite", "webpack", "webpack-cli", "esbuild", "bun", "deno"]);
afterAll(project.remove);

const CAPTURES = "/node_modules/hpack-inspector/dist/captures.wasm";
/** Shows what was decoded; `options` of the whole core. */
const app = (options: string) => `
import { lists } from "./c6.js";
import "hpack-inspector/element";
import { readText } from "hpack-inspector/capture";
readText("82 86", ${options}).then(({ connections }) => {
  document.title = JSON.stringify([lists, connections[0].blocks.length, customElements.get("hpack-inspector") !== undefined]);
}, (error) => { document.title = String(error); });
`;
const html = (script: string) => `<!doctype html><script type="module" src="${script}"></script>`;
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

project.write("c6.js", DECODE_C6);
project.write("app.js", app("{}"));
project.write("app-esbuild.js", app(`{ core: ${JSON.stringify(CAPTURES)} }`));
project.write("index.html", html("/app.js"));
project.write("webpack/index.html", html("main.js"));
project.write("esbuild/index.html", html("main.js"));
project.write(
  "bare/index.html",
  `<!doctype html><script type="importmap">{ "imports": {
    "hpack-inspector": "/node_modules/hpack-inspector/dist/index.js",
    "hpack-inspector/capture": "/node_modules/hpack-inspector/dist/capture.js",
    "hpack-inspector/element": "/node_modules/hpack-inspector/dist/element/element.js"
  } }</script><script type="module" src="/app.js"></script>`,
);
project.write("forbidden/index.html", html("forbidden.js"));
project.write(
  "forbidden/forbidden.js",
  `import { Decoder } from "/node_modules/hpack-inspector/dist/index.js";
  try { new Decoder(); } catch (error) { document.title = error.name; }`,
);

const server = createServer(({ url = "/" }, answer) => {
  const file = path.join(project.folder, url.endsWith("/") ? `${url}index.html` : url);
  if (!existsSync(file)) return answer.writeHead(404).end();
  const policy = url.startsWith("/forbidden/") ? "script-src 'self'" : "";
  answer.setHeader("Content-Type", TYPES[path.extname(file)] ?? "");
  answer.setHeader("Content-Security-Policy", policy);
  return createReadStream(file).pipe(answer);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "localhost", resolve)));
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_FLAGS });
afterAll(async () => {
  await browser.close();
  server.close();
});

/** The title that a page gives itself. */
async function titleOf(folder: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/${folder}/`);
  await page.waitForFunction("document.title !== ''");
  return page.title();
}

test.each([
  ["bun", "run"],
  ["deno", "run", "--allow-all"],
])("%s decodes Appendix C.6", async (command, ...args) => {
  project.write("script.js", `import { lists } from "./c6.js"; console.log(JSON.stringify(lists));`);
  expect(JSON.parse(await project.run("npx", "--offline", command, ...args, "script.js"))).toEqual(FIELDS);
});

test.each([
  ["vite", ["build", "--outDir", "vite", "--base", "./"]],
  ["webpack", ["--mode=production", "--entry=./app.js", "--output-path=webpack"]],
  ["esbuild", ["app-esbuild.js", "--bundle", "--minify", "--format=esm", "--outfile=esbuild/main.js"]],
  ["bare", null],
])("%s: decodes Appendix C.6 and reads a text in Chromium", async (name, build) => {
  if (build !== null) await project.run("npx", "--offline", name, ...build);
  expect(JSON.parse(await titleOf(name))).toEqual([FIELDS, 1, true]);
});

test("is imported where the page's policy forbids WebAssembly, and fails at the first use", async () => {
  expect(await titleOf("forbidden")).toBe("CompileError");
});

test("a bundle without `explain` has no module for it", async () => {
  const bundle = async (name: string) =>
    project.run("npx", "--offline", "esbuild", name, "--bundle", "--minify", "--format=esm");
  project.write("explains.js", `export { explain } from "hpack-inspector";`);
  expect((await bundle("c6.js")).length).toBeLessThan((await bundle("explains.js")).length);
});
