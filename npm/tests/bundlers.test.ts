/**
 * The packed package in other runtimes, in bundles, in an extension and in a bare page, from the registry's newest tools;
 * the files that its README names are run as they are there.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM_FLAGS, requireChromium } from "../../scripts/lib/chromium.mjs";
import { NPM } from "../../scripts/lib/paths.mjs";
import { DECODE_C6, FIELDS, makeProject } from "./project.ts";

const NEXT = ["next", "react", "react-dom"];
const project = makeProject(["vite", "webpack", "webpack-cli", "esbuild", "bun", "deno", "wrangler", ...NEXT]);
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
/** RFC 7541 C.4.1, with its third field selected. */
const ELEMENT = `<hpack-inspector block="828684418cf1e3c2e5f23a6ba0ab90f4ff" panes="bytes fields" select="1.3"></hpack-inspector>`;
const html = (script: string) => `<!doctype html>${ELEMENT}<script type="module" src="${script}"></script>`;
const TEXTS = { ".html": "text/html", ".htm": "text/html", ".js": "text/javascript" };
const TYPES: Record<string, string> = { ...TEXTS, ".wasm": "application/wasm" };

const FILES = {
  "c6.js": DECODE_C6,
  "app.js": app("{}"),
  "app-esbuild.js": app(`{ core: ${JSON.stringify(CAPTURES)} }`),
  "index.html": html("/app.js"),
  "webpack/index.html": html("main.js"),
  "esbuild/index.html": html("main.js"),
  "bare/index.html": `<!doctype html><script type="importmap">{ "imports": {
    "hpack-inspector": "/node_modules/hpack-inspector/dist/index.js",
    "hpack-inspector/capture": "/node_modules/hpack-inspector/dist/capture.js",
    "hpack-inspector/element": "/node_modules/hpack-inspector/dist/element/element.js"
  } }</script>${ELEMENT}<script type="module" src="/app.js"></script>`,
  "next/app/layout.jsx": "export default ({ children }) => <html><body>{children}</body></html>;",
  "forbidden/index.html": html("forbidden.js"),
  "forbidden/forbidden.js": `import { Decoder } from "/node_modules/hpack-inspector/dist/index.js";
  try { new Decoder(); } catch (error) { document.title = error.name; }`,
};
for (const [name, text] of Object.entries(FILES)) project.write(name, text);

/** Writes those files of the README whose names fit into a folder. */
function writeDocumented(folder: string, names: RegExp): void {
  const readme = readFileSync(path.join(NPM, "README.md"), "utf8");
  for (const [, name = "", text = ""] of readme.matchAll(/```\w+ (\S+)\n([\s\S]*?)```/g))
    if (names.test(name)) project.write(`${folder}/${name}`, text);
}

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

const addressOf = (folder: string) => `http://localhost:${(server.address() as AddressInfo).port}/${folder}/`;

/** The title that a page gives itself. */
async function titleOf(address: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForFunction("document.title !== ''");
  const title = await page.title();
  await page.close();
  return title;
}

/** What the element in a page shows as selected, and the page's errors. */
async function selectedIn(address: string): Promise<[selected: string, errors: string[]]> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(address);
  const selected = page.frameLocator("hpack-inspector iframe").locator("[role=row][aria-selected=true]");
  // A row has its number before it has its field.
  const text = await selected.filter({ hasText: /\D/ }).innerText({ timeout: 60_000 });
  await page.close();
  return [text.replaceAll(/\s+/g, " "), errors];
}

const SELECTED = ["3 indexed :path / 1 B", []];

/** The bytes 82 86. */
const DECODED = JSON.stringify([
  { name: ":method", value: "GET", neverIndexed: false },
  { name: ":scheme", value: "http", neverIndexed: false },
]);

/** Calls `use` with the address at which a tool serves. */
async function whileServing<T>(args: string[], use: (address: string) => Promise<T>): Promise<T> {
  const tool = spawn("npx", ["--offline", ...args], { cwd: project.folder, detached: true });
  try {
    for (let said = ""; ; ) {
      said += String((await once(tool.stdout, "data"))[0]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: tools write in colours
      const found = /http:\/\/localhost:\d+/.exec(said.replaceAll(/\u001b\[\d+m/g, ""));
      if (found !== null) return await use(`${found[0]}/`);
    }
  } finally {
    process.kill(-(tool.pid ?? 0));
  }
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
])("%s: decodes Appendix C.6, reads a text and shows a block in Chromium", async (name, build) => {
  if (build !== null) await project.run("npx", "--offline", name, ...build);
  expect(JSON.parse(await titleOf(addressOf(name)))).toEqual([FIELDS, 1, true]);
  // esbuild copies no files: there the page's address is given.
  if (name !== "esbuild") expect(await selectedIn(addressOf(name))).toEqual(SELECTED);
});

test("vite's development server: shows a block in Chromium", async () => {
  expect(await whileServing(["vite", "--port", "0"], selectedIn)).toEqual(SELECTED);
});

test("next: reads a text on its server, and shows a block in Chromium", { timeout: 300_000 }, async () => {
  writeDocumented("next", /^next|^app/);
  await project.run("npx", "--offline", "next", "build", "next");
  const read = async (address: string) => (await (await fetch(address)).text()).includes("<p>3<!-- --> fields</p>");
  const shown = (address: string) => Promise.all([read(address), selectedIn(address)]);
  expect(await whileServing(["next", "start", "next", "--port", "0"], shown)).toEqual([true, SELECTED]);
});

test("wrangler: decodes in a worker", async () => {
  writeDocumented("worker", /^worker/);
  const options = ["--outdir", "worker/out", "--name", "test", "--compatibility-date", "2026-01-01"];
  await project.run("npx", "--offline", "wrangler", "deploy", "worker/worker.js", "--dry-run", ...options);
  const modules = `[{ type: "ESModule", include: ["**/*.js"] }, { type: "CompiledWasm", include: ["**/*.wasm"] }]`;
  project.write(
    "workerd.js",
    `import { Miniflare } from "miniflare";
    const files = { rootPath: "worker/out", scriptPath: "worker.js", modules: true, modulesRules: ${modules} };
    const host = new Miniflare({ ...files, cf: false });
    const answer = await host.dispatchFetch("http://test/", { method: "POST", body: new Uint8Array([0x82, 0x86]) });
    console.log(await answer.text());
    await host.dispose();`,
  );
  expect(await project.run(process.execPath, "workerd.js")).toBe(`${DECODED}\n`);
});

test("an extension: decodes in its worker for a content script", async () => {
  writeDocumented("extension", /^manifest|^background|^content/);
  const folder = path.join(project.folder, "extension");
  const worker = "extension/background.js";
  await project.run("npx", "--offline", "esbuild", worker, "--bundle", `--outfile=${worker}`, "--allow-overwrite");
  // Chromium has extensions only if its window is hidden in the new way.
  const args = [...CHROMIUM_FLAGS, "--headless=new", `--disable-extensions-except=${folder}`];
  const context = await chromium.launchPersistentContext("", {
    executablePath: requireChromium(),
    headless: false,
    args: [...args, `--load-extension=${folder}`],
  });
  const page = await context.newPage();
  await page.goto(addressOf("bare"));
  await page.getByText(DECODED).waitFor();
  await context.close();
});

test("is imported where the page's policy forbids WebAssembly, and fails at the first use", async () => {
  expect(await titleOf(addressOf("forbidden"))).toBe("CompileError");
});

test("a bundle has the modules that it uses, and none from init", async () => {
  const bundle = async (name: string) =>
    project.run("npx", "--offline", "esbuild", name, "--bundle", "--minify", "--format=esm");
  project.write("explains.js", `export { Decoder, explain } from "hpack-inspector";`);
  project.write("inits.js", `export { Decoder, Encoder, init } from "hpack-inspector/init";`);
  const [inits = 0, decodes = 0, explains = 0] = (
    await Promise.all(["inits.js", "c6.js", "explains.js"].map(bundle))
  ).map(({ length }) => length);
  expect(inits).toBeLessThan(decodes / 4);
  expect(decodes).toBeLessThan(explains / 1.5);
});
