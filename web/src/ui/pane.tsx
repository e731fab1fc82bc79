/** A pane: its heading, a note beside it, its actions, its body. */
import type { ReactNode } from "react";

export function Pane({
  id,
  title,
  note,
  actions,
  children,
  className = "",
}: {
  id: string;
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={`pane ${className}`} id={id} aria-labelledby={`${id}-title`}>
      <div className="pane-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <span className="pane-note" title={typeof note === "string" ? note : undefined}>
          {note}
        </span>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** What stands in a pane that has nothing to show. */
export function Empty({ children }: { children: ReactNode }) {
  return <div className="empty">{children}</div>;
}
