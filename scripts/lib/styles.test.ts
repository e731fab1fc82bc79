import path from "node:path";
import { expect, test } from "vitest";
import { inFolder } from "./in-folder.ts";
import { classesOf, styleFaults, usesOf } from "./styles.mjs";

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

test("names that are not defined, not used or not written out are found", async () => {
  const files = {
    "ui/kit.css": ".kit { } .idle { }",
    "view/a.module.css": ".used :global(.kit) { } .unused :global(.nope) { }",
    "view/b.css": ".loose { } @media (max-width: 760px) { } @media (max-width: 761px) { }",
    "view/a.tsx": `import styles from "./a.module.css";
      export const A = () => <a className={clsx("kit lost", styles.used, styles.missing, styles[name])} />;
      export const B = () => <b className={\`x-\${name}\`} />;`,
  };
  const at = (file: string) => path.join("view", file);
  expect((await inFolder(files, styleFaults)).toSorted()).toEqual(
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
