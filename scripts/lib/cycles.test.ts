import { expect, test } from "vitest";
import { cyclesOf, folderCycles, moduleEdges, usesOf } from "./cycles.mjs";
import { inFolder } from "./in-folder.ts";

test.each([
  ["use crate::a::{B, c::{D as E, self}};", ["a::B", "a::c::D", "a::c"]],
  ["use crate::{a::{b::{C, D}, e}, f};", ["a::b::C", "a::b::D", "a::e", "f"]],
  ["pub(crate) use super::x::Y;", ["of::x::Y"]],
  ["fn f() { super::x::y(); }", ["of::x::y"]],
  ['// use super::x;\nfn f() { "super::x" }', []],
  ["#[cfg(test)]\nmod tests { use super::super::x; }", []],
])("items named in %s", (text, paths) => {
  expect(usesOf(text, ["of", "own"]).map((use) => use.path.join("::"))).toEqual(paths);
});

test.each<[string, Record<string, string>, string[]]>([
  ["each other", { "lib.rs": "", "a.rs": "use crate::b::B;", "b.rs": "use super::a::A;" }, ["a b"]],
  ["one way", { "lib.rs": "use a::A;", "a.rs": "use crate::b::B;", "b.rs": "use crate::C;" }, []],
  ["three", { "a.rs": "use crate::b;", "b.rs": "use crate::c::f;", "c.rs": "use crate::a::g;" }, ["a b c"]],
  ["folders", { "a/mod.rs": "pub use x::X;", "a/x.rs": "use crate::b::B;", "b.rs": "use crate::a::X;" }, ["a b"]],
  ["a re-export", { "lib.rs": "pub use a::A;", "a.rs": "use crate::b::B;", "b.rs": "use crate::A;" }, ["a b"]],
])("modules that use %s", async (_, files, cycles) => {
  const found = await inFolder(files, (folder) => cyclesOf(moduleEdges(folder)));
  expect(found.map((cycle) => cycle.join(" "))).toEqual(cycles);
});

test("folders that import from each other in a circle are named", async () => {
  const files = {
    "a/one.tsx": 'import { two } from "../b/two";',
    "b/two.ts": 'const three = import("../c/three");',
    "c/three.ts": 'export type { One } from "../a/one";',
    "c/own.test.ts": 'import { two } from "../b/two";',
  };
  const circle = "folders that import from each other in a circle: a, b, c";
  expect(await inFolder(files, folderCycles)).toEqual([circle]);
  expect(await inFolder({ ...files, "c/three.ts": "" }, folderCycles)).toEqual([]);
});
