import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { WEB } from "./paths.mjs";
import { classesOf, styleFaults, usesOf } from "./styles.mjs";

const SOURCES = path.join(WEB, "src");

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder with these files. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "styles-"));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

test("the classes of a sheet: its own, and those of ui that it refers to", () => {
  const { own, shared } = classesOf(
    "/* .no {} */ .a, .b:hover > .c[data-x='.5'] { width: 0.5em } @media (x) { :global(.d) .e { } } :is(.f) { }",
  );
  expect([...own]).toEqual(["a", "b", "c", "e", "f"]);
  expect([...shared]).toEqual(["d"]);
});

test("the names that a source uses", () => {
  const { names, plain, faults } = usesOf(
    "a.tsx",
    `import own from "./a.module.css";
    const looks = clsx("one two", own.three, other === "no" && "four");
    export const A = () => <p className={other ? own.five : "six"} title="no">{own.seven}</p>;`,
  );
  expect(names).toEqual([
    ["./a.module.css", "three"],
    ["./a.module.css", "five"],
    ["./a.module.css", "seven"],
  ]);
  expect([...plain]).toEqual(["one", "two", "four", "six"]);
  expect(faults).toEqual([]);
});

test("names that are not defined, not used or not written out are found", () => {
  const folder = folderOf({
    "ui/kit.css": ".kit { } .idle { }",
    "view/a.module.css": ".used :global(.kit) { } .unused :global(.nope) { }",
    "view/b.css": ".loose { } @media (max-width: 760px) { } @media (max-width: 761px) { }",
    "view/a.tsx": `import styles from "./a.module.css";
      export const A = () => <a className={clsx("kit lost", styles.used, styles.missing, styles[name])} />;
      export const B = () => <b className={\`x-\${name}\`} />;`,
  });
  const at = (file: string) => path.join("view", file);
  expect(styleFaults(folder).toSorted()).toEqual(
    [
      `${at("a.tsx")}: ${at("a.module.css")} does not define missing`,
      `${at("a.tsx")}: a style is chosen by a computed name`,
      `${at("a.tsx")}: class names are written out, and not put together`,
      `${at("a.tsx")}: ui does not define lost`,
      `${at("a.module.css")}: unused is not used`,
      `${at("a.module.css")}: ui does not define nope`,
      `${at("b.css")}: another size of window, width: 761px`,
      `${at("b.css")}: neither a module nor of ui`,
      "ui: idle is not used",
    ].toSorted(),
  );
});

test("the page uses what its sheets define, and no other names", () => {
  expect(styleFaults(SOURCES)).toEqual([]);
});
