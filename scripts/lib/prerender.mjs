/**
 * index.html with the first example in it, drawn when the page is built, and the answers about it: the first field shows
 * before the page's script, the worker and its WebAssembly package have come. The worker's script and the package are
 * named there too, so that a browser fetches all of them at once.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { withPageModule } from "./page-module.mjs";
import { PKG, WEB } from "./paths.mjs";

const HEAD = /** @type {const} */ ("head");

/** @type {(attrs: Record<string, string>, children: string) => import("vite").HtmlTagDescriptor} */
const script = (attrs, children) => ({ tag: "script", attrs, children, injectTo: "body" });

/** The package that the worker loads first, as it was built. */
async function corePackage() {
  const name = (await readdir(PKG)).find((name) => name.endsWith(".wasm"));
  if (name === undefined) throw new Error(`${PKG} holds no WebAssembly package`);
  return readFile(path.join(PKG, name));
}

/**
 * The first example as HTML, and the answers about it as JSON.
 * @param {Buffer} core
 * @param {import("vite").UserConfig} config
 * @returns {Promise<{ html: string, first: string }>}
 */
async function draw(core, { resolve, define, plugins }) {
  const config = /** @type {const} */ ({ configFile: false, root: WEB, resolve, define, plugins });
  const { html, first } = await withPageModule(config, "/src/first/prerender.tsx", ({ prerender }) => prerender(core));
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
      core = await corePackage();
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
        /** @type {import("vite").HtmlTagDescriptor[]} */
        const tags = [
          ...(isSingle
            ? []
            : [{ tag: "link", attrs: { rel: "modulepreload", href: `./${worker?.fileName}` }, injectTo: HEAD }]),
          { tag: "template", attrs: { id: "first-example" }, children: html, injectTo: "body" },
          script({ type: "application/json", id: "first-answers" }, first),
          script(isSingle ? {} : { "data-core": `./${wasm?.fileName}` }, paint),
        ];
        return {
          html: page.replace(link, (_, start) => `${start} disabled>\n    <style>${styles.source}</style>`),
          tags,
        };
      },
    },
  };
}
