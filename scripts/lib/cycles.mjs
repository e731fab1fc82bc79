/** Modules of Rust crates, and folders of the page's sources, that use each other in a circle. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** @typedef {Map<string, Set<string>>} Edges which part uses which */

/** Each circle once. @param {Edges} edges @returns {string[][]} */
export function cyclesOf(edges) {
  const reach = new Map([...edges.keys()].map((name) => [name, new Set(edges.get(name))]));
  for (const all of reach.values()) {
    for (const next of all) for (const further of edges.get(next) ?? []) all.add(further);
  }
  const cycles = new Map();
  for (const [name, all] of reach) {
    if (!all.has(name)) continue;
    const cycle = [...all].filter((other) => reach.get(other)?.has(name)).sort();
    cycles.set(cycle.join(" "), cycle);
  }
  return [...cycles.values()];
}

/** @param {Edges} edges @param {string} from @param {string} to */
function addEdge(edges, from, to) {
  edges.set(from, (edges.get(from) ?? new Set()).add(to));
}

/** @param {string} folder @param {RegExp} name @returns {string[]} relative paths with `/` */
function filesBelow(folder, name) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.map((file) => file.replaceAll(path.sep, "/")).filter((file) => name.test(file));
}

/** An item that a `use` or a path names, from the crate's root on. @typedef {{ path: string[], as: string, isPublic: boolean }} Use */

/**
 * The items of its crate that a module names. Tests may use anything.
 * @type {(text: string, own: string[]) => Use[]}
 */
export function usesOf(text, own) {
  const code = text
    .replace(/#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))?\s+)?mod \w+ \{[\s\S]*$/, "")
    .replace(/\/\/[^\n]*/g, "")
    .replace(/"(?:\\.|[^"\\])*"/g, '""');
  const absolute = (/** @type {string[]} */ parts) => {
    const up = parts.findIndex((part) => part !== "super" && part !== "self");
    const supers = parts.slice(0, up).filter((part) => part === "super").length;
    return parts[0] === "crate" ? parts.slice(1) : [...own.slice(0, own.length - supers), ...parts.slice(up)];
  };
  const items = [...code.matchAll(/\b(pub(?:\([^)]*\))? )?use ([^;]+);/g)].flatMap(([, pub, tree = ""]) =>
    expand(tree).map(({ parts, as }) => ({ path: absolute(parts), as, isPublic: pub !== undefined })),
  );
  const inline = code.replace(/\buse [^;]+;/g, "").matchAll(/\b(?:crate|super|self)(?:::\w+)+/g);
  const paths = [...inline].map(([found]) => absolute(found.split("::")));
  return [...items, ...paths.map((path) => ({ path, as: path.at(-1) ?? "", isPublic: false }))];
}

/** @typedef {{ parts: string[], as: string }} Item of a `use` tree: `a::{b, c as d}` names `a::b` and `a::c` */
/** @param {string} tree @returns {Item[]} */
function expand(tree) {
  const [, head = "", inner] = /^([^{]*)(?:\{([\s\S]*)\})?$/.exec(tree.trim()) ?? [];
  if (inner === undefined) {
    const [name = "", as] = head.split(/\s+as\s+/);
    const parts = name.split("::").map((part) => part.trim());
    if (parts.at(-1) === "self" && parts.length > 1) parts.pop();
    return [{ parts, as: as?.trim() ?? parts.at(-1) ?? "" }];
  }
  const before = head.split("::").map((part) => part.trim());
  const items = inner.match(/(?:[^,{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})+/g) ?? [];
  return items.filter((item) => item.trim() !== "").flatMap((item) => expand(`${before.join("::")}${item.trim()}`));
}

/**
 * The module that defines an item: re-exports are followed.
 * @type {(modules: Map<string, Use[]>, item: string[], depth?: number) => string[] | null}
 */
function homeOf(modules, item, depth = 0) {
  let at = item.length;
  while (at > 0 && !modules.has(item.slice(0, at).join("::"))) at--;
  const module = item.slice(0, at);
  const uses = modules.get(module.join("::"));
  if (uses === undefined) return null;
  const next = item[at];
  const found = uses.find((use) => use.as === next && (use.isPublic || at < item.length));
  if (found === undefined || depth === 8 || found.path.join() === item.slice(0, at + 1).join()) return module;
  return homeOf(modules, [...found.path, ...item.slice(at + 1)], depth + 1) ?? module;
}

/**
 * Which module of a crate uses which. A module may use the modules around it and those within it; siblings are to be
 * used one way. So a use counts between the two siblings that contain its two ends.
 * @param {string} source the folder `src`
 */
export function moduleEdges(source) {
  /** @type {Map<string, Use[]>} */
  const modules = new Map();
  /** @type {string[]} */
  const tests = [];
  for (const file of filesBelow(source, /\.rs$/)) {
    const name = file
      .replace(/(^lib|^main|\/mod)?\.rs$/, "")
      .split("/")
      .filter(Boolean);
    const text = readFileSync(path.join(source, file), "utf8");
    modules.set(name.join("::"), usesOf(text, name));
    for (const [, test = ""] of text.matchAll(/#\[cfg\(test\)\]\s*mod (\w+);/g)) tests.push([...name, test].join("::"));
  }
  /** @type {Edges} */
  const edges = new Map();
  for (const [module, uses] of modules) {
    if (tests.some((test) => module === test || module.startsWith(`${test}::`))) continue;
    const name = module === "" ? [] : module.split("::");
    for (const use of uses) {
      const to = homeOf(modules, use.path);
      if (to === null) continue;
      const fork = name.findIndex((part, at) => part !== to[at]);
      if (fork < 0 || fork >= to.length) continue;
      addEdge(edges, name.slice(0, fork + 1).join("::"), to.slice(0, fork + 1).join("::"));
    }
  }
  return edges;
}

/** The circles of modules in the crates of a folder, a sentence each. @param {string} folder */
export function moduleCycles(folder) {
  const crates = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, "src")));
  return crates.flatMap((name) =>
    cyclesOf(moduleEdges(path.join(folder, name, "src"))).map((cycle) => `crate ${name}: ${cycle.join(", ")}`),
  );
}

/** The circles of folders below `root` that import from each other; tests may import from anywhere. @param {string} root */
export function folderCycles(root) {
  /** @type {Edges} */
  const edges = new Map();
  for (const file of filesBelow(root, /^[^/]+\/.*(?<!\.test)\.(tsx?|mdx)$/)) {
    const folder = file.slice(0, file.indexOf("/"));
    for (const [, to = ""] of readFileSync(path.join(root, file), "utf8").matchAll(
      /(?:from |import |import\()"(\.[^"]+)"/g,
    )) {
      const other = path.posix.join(path.posix.dirname(file), to).split("/");
      if (other.length > 1 && other[0] !== folder && other[0] !== "..") addEdge(edges, folder, other[0] ?? "");
    }
  }
  return cyclesOf(edges).map((cycle) => `folders that import from each other in a circle: ${cycle.join(", ")}`);
}
