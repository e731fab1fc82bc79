import path from "node:path";
import { expect, test } from "vitest";
import { inFolder } from "./in-folder.ts";
import { styleFaults } from "./styles.mjs";

test("names that are not defined, not used or not written out are found, and nothing else", async () => {
  const files = {
    "ui/kit.css": ".kit { } .idle { }",
    "view/a.module.css": `/* .no {} */ .used, .five:hover > .six[data-x='.5'] { width: 0.5em }
      @media (x) { :global(.kit) .seven { } } :is(.unused) :global(.nope) { }`,
    "view/b.css": ".loose { } @media (max-width: 760px) { } @media (max-width: 761px) { }",
    "view/a.tsx": `import styles from "./a.module.css";
      const looks = clsx("kit", styles.five, other === "no" && "kit");
      export const A = () => <a className={clsx("kit lost", styles.used, styles.missing, styles[name])} title="no" />;
      export const B = () => <b className={other ? styles.six : "kit"}>{styles.seven}</b>;
      export const C = () => <b className={\`x-\${name}\`} />;`,
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
