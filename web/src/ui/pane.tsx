/** A pane: its heading, a note beside it, its actions, its body. */
import { clsx } from "clsx";
import { type MouseEvent, type ReactNode, useCallback, useRef } from "react";
import { useCommandHandler } from "./command-handlers";
import { ErrorBoundary } from "./error-boundary";
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
  const place = useCallback((element: HTMLElement) => addPane(id, element), [id]);
  useCommandHandler(`pane:${id}`, () => focusPane(id));

  function onDoubleClick({ target }: MouseEvent) {
    if (target instanceof Element && target.closest("button, select, input, label, a") === null) toggleMaximized(id);
  }

  return (
    <section
      ref={place}
      className={clsx("pane", className)}
      id={id}
      aria-labelledby={`${id}-title`}
      data-maximized={fills || undefined}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same */}
      <div className="pane-head" onDoubleClick={onDoubleClick}>
        <h2 id={`${id}-title`}>{title}</h2>
        <span className="pane-note" data-cut="">
          {note}
        </span>
        {actions}
        <button
          type="button"
          className="button button-plain icon-button pane-maximize"
          aria-label={`${fills ? "Restore" : "Maximize"}: ${title}`}
          aria-keyshortcuts="m"
          onClick={() => toggleMaximized(id)}
          {...tip(fills ? "Restore (Esc)" : "Maximize (m)")}
        >
          <span aria-hidden="true">{fills ? "⤡" : "⤢"}</span>
        </button>
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
    <div ref={place} className="empty" tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  );
}
