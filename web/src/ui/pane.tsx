/** A pane: its heading, a note, its actions, its body. */
import { clsx } from "clsx";
import { type MouseEvent, type ReactNode, useCallback, useRef } from "react";
import { Button } from "./button";
import { useCommandHandler } from "./command-handlers";
import { ErrorBoundary } from "./error-boundary";
import { ScrollBox } from "./layout";
import styles from "./pane.module.css";
import { addPane, focusPane, toggleMaximized, useMaximized } from "./panes";
import { tip } from "./tip";
import { useScrolls } from "./use-scrolls";

type FrameProps = { id: string; className?: string | undefined; children: ReactNode };

/** A pane without its heading, whose id is its own with `-title`. */
export function PaneFrame({ id, className, children }: FrameProps) {
  const place = useCallback((element: HTMLElement) => addPane(id, element), [id]);
  useCommandHandler(`pane:${id}`, () => focusPane(id));
  return (
    <section
      ref={place}
      className={clsx("column", styles.pane, className)}
      data-pane=""
      id={id}
      aria-labelledby={`${id}-title`}
      data-maximized={useMaximized(id) || undefined}
    >
      {children}
    </section>
  );
}

export function Pane({
  id,
  title,
  note,
  actions,
  children,
  className,
}: FrameProps & { title: string; note?: ReactNode; actions?: ReactNode }) {
  const fills = useMaximized(id);

  function onDoubleClick({ target }: MouseEvent) {
    if (target instanceof Element && target.closest("button, select, input, label, a") === null) toggleMaximized(id);
  }

  return (
    <PaneFrame id={id} className={className}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same */}
      <div className={styles.head} data-pane-head="" onDoubleClick={onDoubleClick}>
        <h2 id={`${id}-title`} className="heading">
          {title}
        </h2>
        <span className={clsx("dim cut small", styles.note)} data-pane-note="" data-cut="">
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
    </PaneFrame>
  );
}

/** The content of a pane, or of a tab in it: a column that scrolls; with a name, also by keyboard. */
export function PaneBody({ label, className, children }: { label?: string; className?: string; children: ReactNode }) {
  const Box = label === undefined ? "div" : ScrollBox;
  return (
    <Box className={clsx("scroll column fill small", styles.body, className)} aria-label={label}>
      {children}
    </Box>
  );
}

/** The text of a pane that has nothing to show; scrollable by keyboard if it overflows. */
export function Empty({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(place);
  return (
    <div ref={place} className={clsx("dim small", styles.empty)} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  );
}
