import { expect, test } from "vitest";
import { matching } from "./save-page";

const CSS = `@charset "utf-8";@layer a,b;@layer a{.in{color:red;@media print{color:black}}.out{color:blue}}
@media (max-width:9px){.out{color:red}}@container (min-width:1px){.in .out,.in{margin:0}}
@keyframes k{from{top:0}to{top:1px}}@page p{margin:1mm}.in{border:1px solid var(--line);border-left-width:0}`;

test("rules that match stay as they were written, within their layers and queries", () => {
  expect(matching(CSS, (selector) => /\.in(?! )/.test(selector))).toBe(
    "@layer a,b;@layer a{.in{color:red;@media print{color:black}}}@container (min-width:1px){.in .out,.in{margin:0}}" +
      "@page p{margin:1mm}.in{border:1px solid var(--line);border-left-width:0}",
  );
});
