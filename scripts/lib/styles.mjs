/**
 * Style sheets: `ui/text.css` has the few plain class names that every part may use. All others are CSS modules, whose class
 * names only their importers can use. No name may be used without being defined, or defined without being used. Modules of
 * `ui` come before the views': a view may change how it shows a component.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "vite";

/** A later layer overrides all before it, whatever its selectors. */
const LAYERS = "@layer reset, tokens, ui, views, overrides;";

/** The window sizes that sheets may tell apart; ui/tokens.css names them. */
const WINDOWS = ["width: 1180", "width: 900", "width: 760", "width: 480", "width: 400", "height: 560", "height: 320"];

const MODULE = /\.module\.css$/;

/**
 * The order of the layers comes before every sheet, since the first sheet that a browser meets differs.
 * @returns {import("vite").Plugin}
 */
export function styleLayers() {
  return {
    name: "style-layers",
    enforce: "pre",
    transform: {
      filter: { id: /\/web\/src\/.*\.css$/ },
      handler: (css, id) => {
        const layer = id.includes("/web/src/ui/") ? "ui" : "views";
        return `${LAYERS} ${MODULE.test(id) ? `@layer ${layer} {${css}}` : css}`;
      },
    },
  };
}

/** The classes that a sheet defines, and the classes of `ui` that it refers to. @param {string} css */
function classesOf(css) {
  const selectors = [...css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]+)\{/g)]
    .map(([, selector = ""]) => selector)
    .filter((selector) => !selector.trim().startsWith("@"))
    .join(" ");
  /** @param {string} text @param {RegExp} name */
  const names = (text, name) => new Set([...text.matchAll(name)].map(([, found = ""]) => found));
  const global = /:global\(\.([\w-]+)\)/g;
  return { own: names(selectors.replace(global, ""), /\.([a-zA-Z][\w-]*)/g), shared: names(selectors, global) };
}

/** The window sizes of a sheet that are not on the list. @param {string} css */
function otherWindows(css) {
  const sizes = [...css.matchAll(/@media [^{]*/g)].flatMap(
    ([query]) => query.match(/(width|height): \d+(?=px)/g) ?? [],
  );
  return sizes.filter((size) => !WINDOWS.includes(size));
}

/** The names that a source uses of each module, and its plain class names. @param {string} file @param {string} source */
function usesOf(file, source) {
  /** @type {Map<string, string>} */
  const modules = new Map();
  /** @type {[module: string, name: string][]} */
  const names = [];
  /** @type {Set<string>} */
  const plain = new Set();
  /** @type {string[]} */
  const faults = [];
  /** From and to where class names are. @type {[start: number, end: number][]} */
  const places = [];
  const isClass = (/** @type {{ start: number }} */ { start: at }) =>
    places.some(([start, end]) => start <= at && at < end);
  /** @type {Set<unknown>} */
  const compared = new Set();
  new Visitor({
    ImportDeclaration({ specifiers: [only], source: { value } }) {
      if (MODULE.test(value) && only !== undefined) modules.set(only.local.name, value);
    },
    JSXAttribute({ name, start, end }) {
      if (name.name === "className") places.push([start, end]);
    },
    CallExpression({ callee, start, end }) {
      if (callee.type === "Identifier" && callee.name === "clsx") places.push([start, end]);
    },
    BinaryExpression({ left, right }) {
      compared.add(left).add(right);
    },
    Literal(node) {
      if (!isClass(node) || typeof node.value !== "string" || compared.has(node)) return;
      for (const name of node.value.split(" ").filter((name) => name !== "")) plain.add(name);
    },
    TemplateLiteral(node) {
      if (isClass(node)) faults.push(`${file}: class names are written out, and not put together`);
    },
    MemberExpression({ object, property, computed }) {
      const module = object.type === "Identifier" ? modules.get(object.name) : undefined;
      if (module === undefined) return;
      if (computed || property.type !== "Identifier") faults.push(`${file}: a style is chosen by a computed name`);
      else names.push([module, property.name]);
    },
  }).visit(parseSync(file, source).program);
  return { names, plain, faults };
}

/** Class names that are used and not defined, or defined and not used; other window sizes. @param {string} root */
export function styleFaults(root) {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), "utf8");
  const sheets = files.filter((file) => file.endsWith(".css")).map((file) => ({ file, ...classesOf(read(file)) }));
  const isModule = (/** @type {{ file: string }} */ { file }) => MODULE.test(file);
  const isShared = (/** @type {{ file: string }} */ { file }) => file.startsWith(`ui${path.sep}`);
  const shared = new Set(sheets.filter((sheet) => !isModule(sheet) && isShared(sheet)).flatMap(({ own }) => [...own]));
  /** @type {string[]} */
  const faults = sheets.flatMap(({ file }) =>
    otherWindows(read(file)).map((size) => `${file}: another size of window, ${size}px`),
  );
  for (const sheet of sheets)
    if (!isModule(sheet) && !isShared(sheet)) faults.push(`${sheet.file}: neither a module nor of ui`);
  const used = new Set();
  const missing = (/** @type {string} */ file, /** @type {Iterable<string>} */ names) => {
    for (const name of names) if (!shared.has(name)) faults.push(`${file}: ui does not define ${name}`);
  };
  for (const file of files.filter((file) => /(?<!\.test)\.tsx?$/.test(file))) {
    const { names, plain, faults: found } = usesOf(file, read(file));
    faults.push(...found);
    missing(file, plain);
    for (const name of plain) used.add(name);
    for (const [module, name] of names) {
      const sheet = path.join(path.dirname(file), module);
      used.add(`${sheet} ${name}`);
      const isDefined = sheets.some(({ file, own }) => file === sheet && own.has(name));
      if (!isDefined) faults.push(`${file}: ${sheet} does not define ${name}`);
    }
  }
  for (const { file, own, shared: referred } of sheets.filter(isModule)) {
    missing(file, referred);
    for (const name of own) if (!used.has(`${file} ${name}`)) faults.push(`${file}: ${name} is not used`);
  }
  for (const name of shared) if (!used.has(name)) faults.push(`ui: ${name} is not used`);
  return faults;
}
