/** A reference page in the place of a chapter. */
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { Document } from "../document";
import learnStyles from "../learn.module.css";
import type { Page } from "./pages";
import styles from "./reference.module.css";

export function ReferenceText({ page, row, contents }: { page: Page; row: string | null; contents: boolean }) {
  const { id, title, Content } = page;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (row === null) top.current?.focus({ preventScroll: true });
  }, [row]);
  return (
    <Document open={id} place={contents ? title : null} ref={top}>
      <article className={clsx(learnStyles.prose, styles.page)} aria-labelledby="chapter-title">
        <h1 id="chapter-title">{title}</h1>
        <Content row={row} />
      </article>
    </Document>
  );
}
