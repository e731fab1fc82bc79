/** A pane: its heading, a note beside it, its actions, its body. */
import { clsx } from "clsx";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { ErrorBoundary } from "./error-boundary";
import { toggleMaximised, useMaximised } from "./maximised";
import styles from "./pane.module.css";
import { useScrolls } from "./use-scrolls";

export function Pane({
  id,
  title,
  note,
  actions,
  children,
  className,
}: {
  id: string;
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const fills = useMaximised(id);

  function onDoubleClick({ target }: MouseEvent) {
    if (target instanceof Element && target.closest("button, select, input, label, a") === null) toggleMaximised(id);
  }

  return (
    <section
      className={clsx(styles.pane, className)}
      data-pane=""
      id={id}
      aria-labelledby={`${id}-title`}
      data-maximised={fills || undefined}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has “m” for it */}
      <div className={styles.head} data-pane-head="" onDoubleClick={onDoubleClick}>
        <h2 id={`${id}-title`} className="heading">
          {title}
        </h2>
        <span className={styles.note} data-pane-note="" title={typeof note === "string" ? note : undefined}>
          {note}
        </span>
        {actions}
      </div>
      <ErrorBoundary what="pane">{children}</ErrorBoundary>
    </section>
  );
}

/** What stands in a pane that has nothing to show. Where it does not fit, the keyboard can scroll it. */
export function Empty({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(place);
  return (
    <div ref={place} className={styles.empty} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  );
}
