/** The reference pages, in the order of the contents. */
import type { ComponentType } from "react";
import { lazyComponent } from "../../ui/lazy-component";

export type Page = {
  /** Shares one namespace with the chapters' ids. */
  id: string;
  title: string;
  /** `row`: the row that the address names. */
  Content: ComponentType<{ row: string | null }>;
};

export const PAGES: readonly Page[] = [
  {
    id: "static-table",
    title: "Static table",
    Content: lazyComponent(async () => (await import("./static-table")).StaticTable),
  },
  { id: "codes", title: "Code table", Content: lazyComponent(async () => (await import("./code-table")).CodeTable) },
  { id: "rules", title: "Rules", Content: lazyComponent(async () => (await import("./rules")).Rules) },
  { id: "glossary", title: "Glossary", Content: lazyComponent(async () => (await import("./glossary")).Glossary) },
  { id: "qpack", title: "What QPACK changes", Content: lazyComponent(async () => (await import("./qpack")).Qpack) },
  { id: "teacher", title: "For teachers", Content: lazyComponent(async () => (await import("./teacher")).Teacher) },
];

export function pageById(id: string | null): Page | null {
  return PAGES.find((page) => page.id === id) ?? null;
}
