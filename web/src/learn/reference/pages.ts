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

type Tables = typeof import("./tables");

const table = (page: keyof Tables) => lazyComponent(async () => (await import("./tables"))[page]);

export const PAGES: readonly Page[] = [
  {
    id: "connection",
    title: "A connection, illustrated",
    Content: lazyComponent(async () => (await import("../../illustrated/illustrated")).Illustrated),
  },
  { id: "static-table", title: "Static table", Content: table("StaticTable") },
  { id: "codes", title: "Code table", Content: table("CodeTable") },
  { id: "handout", title: "Handout", Content: lazyComponent(async () => (await import("./handout")).Handout) },
  { id: "rules", title: "Rules", Content: table("Rules") },
  { id: "glossary", title: "Glossary", Content: table("Glossary") },
  { id: "qpack", title: "What QPACK changes", Content: table("Qpack") },
  { id: "teacher", title: "For teachers", Content: lazyComponent(async () => (await import("./teacher")).Teacher) },
];

export function pageById(id: string | null): Page | null {
  return PAGES.find((page) => page.id === id) ?? null;
}
