/**
 * The modules of a Rust crate, which of them use which, and where those uses go in a circle.
 *
 * A module may use what stands in the modules around it, as `super::Fault`, and those within it; beside each other,
 * modules are to be used one way. So a use counts between the two modules that stand beside each other and hold its two
 * ends.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * @typedef {object} Module
 * @property {string[]} name Its path within the crate; empty for the root.
 * @property {{ path: string[], as: string, isPublic: boolean }[]} uses What its `use` items and paths name, from the
 * root of the crate on; `as` is the name that it has in the module.
 */

/** The modules of a crate by their paths, joined with `::`; the root is the empty string. */
/** @param {string} source The folder `src` of the crate. */
export function modulesOf(source) {
  /** @type {Map<string, Module>} */
  const modules = new Map();
  /** @type {string[]} */
  const tests = [];
  /** @type {(folder: string, name: string[]) => void} */
  const visit = (folder, name) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      const stem = entry.name.replace(/\.rs$/, "");
      if (entry.isDirectory()) visit(file, [...name, stem]);
      else if (entry.name.endsWith(".rs")) {
        const isRoot = stem === "mod" || (name.length === 0 && (stem === "lib" || stem === "main"));
        const own = isRoot ? name : [...name, stem];
        const text = readFileSync(file, "utf8");
        for (const [, test = ""] of text.matchAll(/#\[cfg\(test\)\]\s*mod (\w+);/g))
          tests.push([...own, test].join("::"));
        modules.set(own.join("::"), { name: own, uses: usesOf(text, own) });
      }
    }
  };
  if (existsSync(source)) visit(source, []);
  // Tests may use anything.
  for (const name of [...modules.keys()]) {
    if (tests.some((test) => name === test || name.startsWith(`${test}::`))) modules.delete(name);
  }
  return modules;
}

/** What a file names of its crate. Tests may use anything. */
/** @type {(text: string, own: string[]) => Module["uses"]} */
export function usesOf(text, own) {
  const code = text
    .replace(/#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))?\s+)?mod \w+ \{[\s\S]*$/, "")
    .replace(/\/\/[^\n]*/g, "")
    .replace(/"(?:\\.|[^"\\])*"/g, '""');
  /** @type {Module["uses"]} */
  const uses = [];
  /** @type {(parts: string[]) => string[] | null} */
  const absolute = (parts) => {
    let at = 0;
    let base = [...own];
    if (parts[0] === "crate") [at, base] = [1, []];
    else if (parts[0] === "self") at = 1;
    else if (parts[0] !== "super") return null;
    for (; parts[at] === "super"; at++) base.pop();
    return [...base, ...parts.slice(at)];
  };
  for (const [, isPublic, tree] of code.matchAll(/\b(pub(?:\([^)]*\))? )?use ([^;]+);/g)) {
    for (const { parts, as } of expanded(tree ?? "")) {
      const known = absolute(parts) ?? [...own, ...parts];
      uses.push({ path: known, as, isPublic: isPublic !== undefined });
    }
  }
  const inline = code.replace(/\buse [^;]+;/g, "");
  for (const [found] of inline.matchAll(/\b(?:crate|super|self)(?:::\w+)+/g)) {
    const parts = absolute(found.split("::"));
    if (parts !== null) uses.push({ path: parts, as: parts.at(-1) ?? "", isPublic: false });
  }
  for (const [, first, rest] of inline.matchAll(/(?<![\w:])([a-z]\w*)((?:::\w+)+)/g)) {
    if (first === "crate" || first === "super" || first === "self") continue;
    const parts = [first ?? "", ...(rest ?? "").split("::").slice(1)];
    uses.push({ path: [...own, ...parts], as: parts.at(-1) ?? "", isPublic: false });
  }
  return uses;
}

/** The paths of a `use` tree: `a::{b, c as d}` names `a::b` and `a::c`. */
/** @type {(tree: string) => { parts: string[], as: string }[]} */
function expanded(tree) {
  const text = tree.trim();
  const open = text.indexOf("{");
  if (open < 0) {
    const [own = "", as] = text.split(/\s+as\s+/);
    const parts = own.split("::").map((part) => part.trim());
    if (parts.at(-1) === "self") parts.pop();
    return [{ parts, as: as ?? parts.at(-1) ?? "" }];
  }
  const head = text
    .slice(0, open)
    .split("::")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const items = [];
  let [depth, from] = [0, open + 1];
  for (let at = open + 1; at < text.length; at++) {
    const c = text[at];
    if (c === "{") depth++;
    else if (c === "}" && depth > 0) depth--;
    else if (c === "}" || (c === "," && depth === 0)) {
      items.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return items
    .filter((item) => item.trim() !== "")
    .flatMap((item) => expanded(item).map(({ parts, as }) => ({ parts: [...head, ...parts], as })));
}

/** The module in which an item stands: re-exports are followed. */
/** @type {(modules: Map<string, Module>, item: string[], seen?: number) => string[] | null} */
function home(modules, item, seen = 0) {
  let at = item.length;
  while (at > 0 && !modules.has(item.slice(0, at).join("::"))) at--;
  const found = modules.get(item.slice(0, at).join("::"));
  if (found === undefined) return null;
  const next = item[at];
  const exported = found.uses.find((use) => use.as === next && (use.isPublic || found.name.length < item.length));
  const leads = exported !== undefined && exported.path.join("::") !== item.slice(0, at + 1).join("::");
  if (next !== undefined && leads && seen < 8) {
    return home(modules, [...exported.path, ...item.slice(at + 1)], seen + 1) ?? found.name;
  }
  return found.name;
}

/**
 * The uses between modules that stand beside each other: by folder, who uses whom.
 * @param {Map<string, Module>} modules
 */
export function edgesOf(modules) {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map();
  for (const module of modules.values()) {
    for (const use of module.uses) {
      const to = home(modules, use.path);
      if (to === null) continue;
      let common = 0;
      while (common < to.length && common < module.name.length && to[common] === module.name[common]) common++;
      if (common === to.length || common === module.name.length) continue;
      const [from, other] = [module.name, to].map((name) => name.slice(0, common + 1).join("::"));
      const known = edges.get(from ?? "") ?? new Set();
      edges.set(from ?? "", known.add(other ?? ""));
    }
  }
  return edges;
}

/** Modules that use each other in a circle: each circle once. */
/** @param {Map<string, Set<string>>} edges */
export function cyclesOf(edges) {
  const reached = (/** @type {string} */ from) => {
    const all = new Set();
    const open = [...(edges.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (all.has(next)) continue;
      all.add(next);
      open.push(...(edges.get(next) ?? []));
    }
    return all;
  };
  const reach = new Map([...edges.keys()].map((name) => [name, reached(name)]));
  const cycles = new Map();
  for (const [name, all] of reach) {
    if (!all.has(name)) continue;
    const circle = [...all].filter((other) => reach.get(other)?.has(name)).sort();
    cycles.set(circle.join(" "), circle);
  }
  return [...cycles.values()];
}

/**
 * The circles of modules in the crates of a folder, a sentence each.
 * @param {string} folder
 */
export function circles(folder) {
  const crates = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, "src")));
  return crates.flatMap((name) =>
    cyclesOf(edgesOf(modulesOf(path.join(folder, name, "src")))).map(
      (cycle) => `crate ${name}: modules that use each other in a circle: ${cycle.join(" ")}`,
    ),
  );
}
