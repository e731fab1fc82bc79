/** What the open view is called: in the browser's tab and history, and as the page's one first heading. */
import { useEffect } from "react";

const PAGE = "HPACK Inspector";

/** Titles the document: what is shown, the most particular first, before the page's name. */
export function useTitle(...parts: string[]): void {
  const title = [...parts, PAGE].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** The first heading of a view whose panes say enough to the eye; its title too. */
export function ViewTitle({ parts }: { parts: string[] }) {
  useTitle(...parts);
  return <h1 className="sr-only">{parts[0]}</h1>;
}
