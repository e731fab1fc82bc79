/** A page without scripts: its contents, and a link to the same page with them. */
import type { ReactNode } from "react";
import { CHAPTERS } from "../chapters/chapters";
import styles from "../learn.module.css";
import { addressOf } from "../place";
import { PAGES, type Page } from "../reference/pages";
import referenceStyles from "../reference/reference.module.css";

export function Frame({ id, children }: { id: string; children: ReactNode }) {
  const all = [...CHAPTERS, ...PAGES.filter((page) => page.id !== "teacher")];
  const named = (one: string) => (one === id ? "page" : undefined);
  return (
    <div className={styles.static}>
      <header>
        <a href="#view=inspect">HPACK Inspector</a>
        <details>
          <summary>Contents</summary>
          <nav aria-label="Contents">
            <ol>
              {all.map(({ id, title }) => (
                <li key={id}>
                  <a href={addressOf({ chapter: id })} aria-current={named(id)}>
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        </details>
        <a data-live="" href={addressOf({ chapter: id })}>
          Open live
        </a>
      </header>
      <main className={styles.prose}>{children}</main>
    </div>
  );
}

export function StaticReference({ page: { id, title, Content } }: { page: Page }) {
  return (
    <Frame id={id}>
      <article className={referenceStyles.page}>
        <h1>{title}</h1>
        <Content row={null} />
      </article>
    </Frame>
  );
}
