/**
 * Style sheets: `ui/text.css` has the few plain class names that every part may use; all others are of CSS modules, whose
 * class names only their importers can use. Neither may be used without being defined, or defined without use. Modules
 * of `ui` are below those of the views: a view may change how it shows a component.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "vite";

/** What comes later wins over all that comes before, whatever its selectors. */
const LAYERS = "@layer reset, tokens, ui, views, overrides;";

/** The sizes of windows that sheets may tell apart, in pixels; ui/tokens.css says what they are. */
const WINDOWS = { width: ["900", "760", "480", "400"], height: ["560", "320"] };

const MODULE = /\.module\.css$/;

/**
 * The order of the layers, ahead of every sheet: which of them a browser meets first depends on what is loaded first.
 * While developing, a name that a module does not define throws.
 * @returns {import("vite").Plugin[]}
 */
export function styleLayers() {
  return [
    {
      name: "style-layers",
      enforce: "pre",
      transform: {
        filter: { id: /\/web\/src\/.*\.css$/ },
        handler: (css, id) => {
          const layer = id.includes("/web/src/ui/") ? "ui" : "views";
          return `${LAYERS} ${MODULE.test(id) ? `@layer ${layer} {${css}}` : css}`;
        },
      },
    },
    {
      name: "style-names",
      apply: "serve",
      enforce: "post",
      transform: {
        filter: { id: MODULE },
        handler: (code) =>
          code.replace(
            /export default (\{[\s\S]*?\n\});?/,
            (_, names) => `export default new Proxy(${names}, { get(names, name) {
  if (typeof name === "string" && !(name in names)) throw new Error("no style is named " + name);
  return names[name];
} });`,
          ),
      },
    },
  ];
}

/**
 * The classes that a sheet has rules for, and those that it takes from `ui`.
 * @param {string} css
 */
export function classesOf(css) {
  /** @type {Set<string>} */
  const own = new Set();
  /** @type {Set<string>} */
  const shared = new Set();
  for (const [, selector = ""] of css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]+)\{/g)) {
    if (selector.trim().startsWith("@")) continue;
    const local = selector.replace(/:global\(\.([\w-]+)\)/g, (_, name) => {
      shared.add(name);
      return "";
    });
    for (const [, name = ""] of local.matchAll(/\.([a-zA-Z][\w-]*)/g)) own.add(name);
  }
  return { own, shared };
}

/**
 * The sizes of windows that a sheet tells apart and that are not on the list.
 * @param {string} css
 */
export function otherWindows(css) {
  const queries = css.matchAll(/@media [^{]*/g);
  const sizes = [...queries].flatMap(([query]) => [...query.matchAll(/(width|height): (\d+)px/g)]);
  return sizes
    .filter(([, side, size = ""]) => !WINDOWS[side === "width" ? "width" : "height"].includes(size))
    .map(([query]) => query);
}

/**
 * The names that a source takes from each module, and its plain class names.
 * @param {string} file
 * @param {string} source
 */
export function usesOf(file, source) {
  /** @type {Map<string, string>} */
  const modules = new Map();
  /** @type {[module: string, name: string][]} */
  const names = [];
  /** @type {Set<string>} */
  const plain = new Set();
  /** @type {string[]} */
  const faults = [];
  /** How deep in what gives class names, and in what only compares. */
  let within = 0;
  const { program } = parseSync(file, source);
  const isClassName = (/** @type {{ name: { name?: unknown } }} */ { name }) => name.name === "className";
  const isClsx = (/** @type {import("vite").ESTree.CallExpression} */ { callee }) =>
    callee.type === "Identifier" && callee.name === "clsx";
  /** @type {Set<unknown>} */
  const compared = new Set();
  new Visitor({
    ImportDeclaration(node) {
      const [only] = node.specifiers;
      if (MODULE.test(node.source.value) && only !== undefined) modules.set(only.local.name, node.source.value);
    },
    JSXAttribute(node) {
      if (isClassName(node)) within += 1;
    },
    "JSXAttribute:exit"(node) {
      if (isClassName(node)) within -= 1;
    },
    CallExpression(node) {
      if (isClsx(node)) within += 1;
    },
    "CallExpression:exit"(node) {
      if (isClsx(node)) within -= 1;
    },
    BinaryExpression({ left, right }) {
      compared.add(left).add(right);
    },
    Literal(node) {
      if (within === 0 || typeof node.value !== "string" || compared.has(node)) return;
      for (const name of node.value.split(" ")) plain.add(name);
    },
    TemplateLiteral() {
      if (within > 0) faults.push(`${file}: class names are written out, and not put together`);
    },
    MemberExpression({ object, property, computed }) {
      const module = object.type === "Identifier" ? modules.get(object.name) : undefined;
      if (module === undefined) return;
      if (computed || property.type !== "Identifier") faults.push(`${file}: a style is chosen by a computed name`);
      else names.push([module, property.name]);
    },
  }).visit(program);
  plain.delete("");
  return { names, plain, faults };
}

/**
 * Class names that are used and not defined, and the other way round; sizes of windows that are not on the list.
 * @param {string} root
 * @returns {string[]}
 */
export function styleFaults(root) {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), "utf8");
  /** @type {string[]} */
  const faults = [];
  /** @type {Set<string>} */
  const shared = new Set();
  /** @type {Map<string, Set<string>>} */
  const modules = new Map();
  /** @type {Set<string>} */
  const usedShared = new Set();
  for (const file of files.filter((file) => file.endsWith(".css"))) {
    const { own } = classesOf(read(file));
    for (const query of otherWindows(read(file))) faults.push(`${file}: another size of window, ${query}`);
    if (MODULE.test(file)) modules.set(file, own);
    else if (file.startsWith(`ui${path.sep}`)) for (const name of own) shared.add(name);
    else faults.push(`${file}: neither a module nor of ui`);
  }
  const unused = new Map([...modules].map(([file, own]) => [file, new Set(own)]));
  for (const file of files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))) {
    const { names, plain, faults: found } = usesOf(file, read(file));
    faults.push(...found);
    for (const [module, name] of names) {
      const sheet = path.join(path.dirname(file), module);
      if (!modules.get(sheet)?.has(name)) faults.push(`${file}: ${sheet} does not define ${name}`);
      unused.get(sheet)?.delete(name);
    }
    for (const name of plain) {
      if (!shared.has(name)) faults.push(`${file}: ui does not define ${name}`);
      usedShared.add(name);
    }
  }
  for (const [file, left] of unused) for (const name of left) faults.push(`${file}: ${name} is not used`);
  for (const name of shared) if (!usedShared.has(name)) faults.push(`ui: ${name} is not used`);
  for (const file of modules.keys()) {
    for (const name of classesOf(read(file)).shared) {
      if (!shared.has(name)) faults.push(`${file}: ui does not define ${name}`);
    }
  }
  return faults;
}
