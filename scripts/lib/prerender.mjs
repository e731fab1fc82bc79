/**
 * index.html with the first example in it, drawn when the page is built, and the answers about it: the first field shows
 * before the page's script, the worker and its WebAssembly package have come. The worker's script is named there too, so
 * that a browser fetches both scripts at once, and the package, which is fetched when the page is idle or used.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createServer } from "vite";
import { PKG, WEB } from "./paths.mjs";

/**
 * Runs the page's sources in Node.
 * @template Made
 * @param {import("vite").UserConfig} config
 * @param {(load: (file: string) => Promise<Record<string, any>>) => Promise<Made>} make
 */
export async function withSources({ resolve, define, plugins }, make) {
  /** @type {import("vite").InlineConfig} */
  const sources = { configFile: false, root: WEB, resolve, define, plugins, logLevel: "warn", appType: "custom" };
  const serving = { middlewareMode: true, ws: /** @type {const} */ (false), watch: null };
  const optimizing = { noDiscovery: true, include: [] };
  const server = await createServer({ ...sources, optimizeDeps: optimizing, server: serving });
  try {
    return await make((file) => server.ssrLoadModule(file));
  } finally {
    await server.close();
  }
}

/**
 * The first example as HTML, and the answers about it as JSON.
 * @param {Buffer} core @param {import("vite").UserConfig} config @returns {Promise<{ html: string, first: string }>}
 */
async function draw(core, config) {
  const { html, first } = await withSources(config, async (load) =>
    (await load("/src/first/prerender.tsx")).prerender(core),
  );
  // The page's policy forbids styles in HTML: a script sets them. “<” could end the element that holds the JSON.
  return { html: html.replaceAll(' style="', ' data-style="'), first: first.replaceAll("<", "\\u003c") };
}

/**
 * @param {import("vite").UserConfig} config of what draws the example
 * @param {{ isSingle: boolean }} build whether the page is one file, of which nothing is fetched
 * @returns {import("vite").Plugin}
 */
export function prerender(config, { isSingle }) {
  /** @type {Buffer} */
  let core;
  /** @type {string} */
  let paint;
  return {
    name: "prerender",
    apply: "build",
    async buildStart() {
      core = await readFile(path.join(PKG, "hpack_inspector_wasm_bg.wasm"));
      paint = await readFile(path.join(WEB, "src/first/paint.js"), "utf8");
    },
    transformIndexHtml: {
      order: "post",
      async handler(page, { bundle = {} }) {
        // What a worker's own build adds has neither a source's name nor any other mark.
        const isCore = (/** @type {typeof bundle[string]} */ file) =>
          file.type === "asset" && file.fileName.endsWith(".wasm") && core.equals(Buffer.from(file.source));
        const files = Object.values(bundle);
        const named = (/** @type {RegExp} */ name) => files.find(({ fileName }) => name.test(fileName));
        const [worker, styles] = [named(/^assets\/worker-[\w-]+\.js$/), named(/^assets\/(?:index|style)-[\w-]+\.css$/)];
        const wasm = files.find(isCore);
        if (styles?.type !== "asset") throw new Error("the first view's styles were not built");
        if (!isSingle && (worker === undefined || wasm === undefined))
          throw new Error("the worker or its package was not built");
        const { html, first } = await draw(core, config);
        // Painting would wait for a style sheet, which is asked for only when index.html has come. A link that is disabled
        // is not followed, and tells the loader of later parts that these styles are there.
        const link = new RegExp(`(<link rel="stylesheet"[^>]*${styles.fileName}")>`);
        /** @type {(tag: string, attrs: Record<string, string>, children: string) => import("vite").HtmlTagDescriptor} */
        const inBody = (tag, attrs, children) => ({ tag, attrs, children, injectTo: "body" });
        const preload = { tag: "link", attrs: { rel: "modulepreload", href: `./${worker?.fileName}` } };
        return {
          html: page.replace(link, (_, start) => `${start} disabled>\n    <style>${styles.source}</style>`),
          tags: [
            ...(isSingle ? [] : [{ ...preload, injectTo: /** @type {const} */ ("head") }]),
            inBody("template", { id: "first-example" }, html),
            inBody("script", { type: "application/json", id: "first-answers" }, first),
            inBody("script", isSingle ? {} : { "data-core": `./${wasm?.fileName}` }, paint),
          ],
        };
      },
    },
  };
}
