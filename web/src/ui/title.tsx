/** The title of the open view: in the browser's tab and history, and as the page's only h1. */
import { useEffect } from "react";

const PAGE = "HPACK Inspector";

/** Sets the document's title: the most specific part first, the page's name last. */
export function useTitle(...parts: string[]): void {
  const title = [...parts, PAGE].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** A visually hidden h1 for a view whose panes have headings; its title too. */
export function ViewTitle({ parts }: { parts: string[] }) {
  useTitle(...parts);
  return <h1 className="sr-only">{parts[0]}</h1>;
}
