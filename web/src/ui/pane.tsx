/** A pane: its heading, a note, its actions, its body. */
import { clsx } from "clsx";
import { type MouseEvent, type ReactNode, useCallback, useRef } from "react";
import { Button } from "./button";
import { useCommandHandler } from "./command-handlers";
import { ErrorBoundary } from "./error-boundary";
import styles from "./pane.module.css";
import { addPane, focusPane, toggleMaximized, useMaximized } from "./panes";
import { tip } from "./tip";
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
  const fills = useMaximized(id);
  const place = usePanePlace(id);

  function onDoubleClick({ target }: MouseEvent) {
    if (target instanceof Element && target.closest("button, select, input, label, a") === null) toggleMaximized(id);
  }

  return (
    <section
      ref={place}
      className={clsx(styles.pane, className)}
      data-pane=""
      id={id}
      aria-labelledby={`${id}-title`}
      data-maximized={fills || undefined}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same */}
      <div className={styles.head} data-pane-head="" onDoubleClick={onDoubleClick}>
        <h2 id={`${id}-title`} className="heading">
          {title}
        </h2>
        <span className={styles.note} data-pane-note="" data-cut="">
          {note}
        </span>
        {actions}
        <Button
          look="icon"
          className={styles.maximize}
          aria-label={`${fills ? "Restore" : "Maximize"}: ${title}`}
          aria-keyshortcuts="m"
          onClick={() => toggleMaximized(id)}
          {...tip(fills ? "Restore (Esc)" : "Maximize (m)")}
        >
          <span aria-hidden="true">{fills ? "⤡" : "⤢"}</span>
        </Button>
      </div>
      <ErrorBoundary what="pane">{children}</ErrorBoundary>
    </section>
  );
}

/** A ref for a pane's element, which the pane's key focuses. */
export function usePanePlace(id: string): (element: HTMLElement) => () => void {
  useCommandHandler(`pane:${id}`, () => focusPane(id));
  return useCallback((element: HTMLElement) => addPane(id, element), [id]);
}

/** The text of a pane that has nothing to show; scrollable by keyboard if it overflows. */
export function Empty({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(place);
  return (
    <div ref={place} className={styles.empty} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  );
}
