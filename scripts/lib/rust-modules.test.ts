import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { CRATE } from "./paths.mjs";
import { circles, cyclesOf, edgesOf, modulesOf, usesOf } from "./rust-modules.mjs";

/** The circles of a crate with these files. */
function cycles(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "modules-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return cyclesOf(edgesOf(modulesOf(folder))).map((cycle) => cycle.join(" "));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ["use crate::a::{B, c::{D as E, self}};", ["a::B", "a::c::D", "a::c"]],
  ["pub(crate) use super::x::Y;", ["of::x::Y"]],
  ["fn f() { super::x::y(); }", ["of::x::y"]],
  ["fn f() { inner::y(); }", ["of::own::inner::y"]],
  ['// use super::x;\nfn f() { "super::x" }', []],
  ["#[cfg(test)]\nmod tests { use super::super::x; }", []],
])("what is named in %s", (text, paths) => {
  expect(usesOf(text, ["of", "own"]).map((use) => use.path.join("::"))).toEqual(paths);
});

test.each<[string, Record<string, string>, string[]]>([
  ["each other", { "lib.rs": "", "a.rs": "use crate::b::B;", "b.rs": "use super::a::A;" }, ["a b"]],
  ["one way", { "lib.rs": "use a::A;", "a.rs": "use crate::b::B;", "b.rs": "use crate::C;" }, []],
  ["three", { "a.rs": "use crate::b;", "b.rs": "use crate::c::f;", "c.rs": "use crate::a::g;" }, ["a b c"]],
  ["folders", { "a/mod.rs": "mod x;", "a/x.rs": "use crate::b::B;", "b.rs": "use crate::a::x::X;" }, ["a b"]],
  ["a re-export", { "lib.rs": "pub use a::A;", "a.rs": "use crate::b::B;", "b.rs": "use crate::A;" }, ["a b"]],
])("modules that use %s", (_, files, wanted) => {
  expect(cycles(files)).toEqual(wanted);
});

test("the crates have no circles", () => {
  expect(circles(CRATE)).toEqual([]);
});
