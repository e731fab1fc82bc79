/**
 * Learn's chapters and reference pages as files that need no script, written into learn/ of the built page from the same
 * sources: they can be found, linked to, printed and read anywhere.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { PKG, PKG_CAPTURES } from "./paths.mjs";
import { PICTURE } from "./picture.mjs";
import { withSources } from "./prerender.mjs";

const escaped = (/** @type {string} */ text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Leads links within Learn to these files, and all others to the page. @param {string} html @param {Set<string>} names */
function linked(html, names) {
  return html.replaceAll(/ href="(#[^"]*)"/g, (_, /** @type {string} */ address) => {
    const words = new URLSearchParams(address.slice(1).replaceAll("&amp;", "&"));
    const [chapter = "", place = ""] = [words.get("chapter") ?? "", words.get("heading") ?? words.get("row") ?? ""];
    const isLive = [...words.keys()].some((word) => !["view", "chapter", "heading", "row"].includes(word));
    if (words.get("view") !== "learn") return ` href="../${address}"`;
    if (isLive || !names.has(chapter)) return ` href="../${address}"`;
    return ` href="${chapter}.html${place === "" ? "" : `#${place}`}"`;
  });
}

/** What draws the pages, and is loaded only when it is shown. */
const VIEWS = /\/(learn\/learn-view|illustrated\/illustrated)\.tsx$/;

/** The style sheets of the page and of Learn. @param {import("vite").Rolldown.OutputBundle} bundle */
function sheetsOf(bundle) {
  /** @type {Set<string>} */
  const found = new Set();
  const seen = new Set();
  const visit = (/** @type {string} */ name) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || seen.has(name)) return;
    seen.add(name);
    for (const other of chunk.imports) visit(other);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === "chunk" && (chunk.isEntry || VIEWS.test(chunk.facadeModuleId ?? ""))) visit(chunk.fileName);
  }
  return [...found];
}

/** @param {import("vite").UserConfig} config of what draws them @param {string | undefined} pageUrl @returns {import("vite").Plugin} */
export function staticPages(config, pageUrl) {
  return {
    name: "static-pages",
    apply: "build",
    transformIndexHtml() {
      const words = 'The inspector needs scripts. <a href="./learn/before.html">Its course about HPACK</a> does not.';
      return [{ tag: "noscript", children: words, injectTo: "body" }];
    },
    async generateBundle(_, bundle) {
      const modules = [PKG, PKG_CAPTURES].map((folder) => readFile(path.join(folder, "hpack_inspector_wasm_bg.wasm")));
      const [core, captures] = await Promise.all(modules);
      /** @type {import("../../web/src/learn/static/render.tsx").StaticPage[]} */
      const pages = await withSources(config, async (load) =>
        (await load("/src/learn/static/render.tsx")).renderStaticPages(core, captures),
      );
      const sheets = sheetsOf(bundle);
      const names = new Set(pages.map(({ name }) => name));
      const picture = pageUrl === undefined ? `../${PICTURE.file}` : new URL(PICTURE.file, pageUrl).href;
      for (const { name, title, description, body } of pages) {
        const live = `../#view=learn&amp;chapter=${name}`;
        const html = linked(body, names).replace(/(<a data-live="" href=")[^"]*/, `$1${live}`);
        const source = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(description)}">
<meta property="og:type" content="article">
<meta property="og:title" content="${escaped(title)}">
<meta property="og:description" content="${escaped(description)}">
<meta property="og:image" content="${picture}">
<meta name="twitter:card" content="summary_large_image">
<link rel="icon" href="../icon.svg" type="image/svg+xml">
${sheets.map((file) => `<link rel="stylesheet" href="../${file}">`).join("\n")}
<title>${escaped(title)} · HPACK Inspector</title>
</head>
<body>${html}</body>
</html>
`;
        this.emitFile({ type: "asset", fileName: `learn/${name}.html`, source });
      }
      if (pageUrl === undefined) return;
      const addresses = ["", ...[...names].map((name) => `learn/${name}.html`)];
      const entries = addresses.map((address) => `<url><loc>${escaped(new URL(address, pageUrl).href)}</loc></url>`);
      const source = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>\n`;
      this.emitFile({ type: "asset", fileName: "sitemap.xml", source });
    },
  };
}
