/** The inspector next to the text: Inspect's own panes, with the chapter's examples. */

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { BlockActions } from "../../explain/block-actions";
import { useInspector, usePageInspector, useSession } from "../../inspector/inspector";
import { BytesPane } from "../../panes/bytes-pane";
import { FieldsPane } from "../../panes/fields-pane";
import { StepAnnouncer } from "../../panes/step-announcer";
import { StepPane } from "../../panes/step-pane";
import { Stepper } from "../../panes/stepper";
import { TablePane } from "../../panes/table-pane";
import { useNavigate } from "../../session/navigate";
import { isOpen } from "../../session/session";
import { Button } from "../../ui/button";
import styles from "./live.module.css";

export function Live({
  title,
  children,
}: {
  title: string /** What the text says of the step. */;
  children?: ReactNode;
}) {
  const rows = useSession((session) => (isOpen(session) ? session.opened.rows : null));

  return (
    <section className={styles.live} data-live="" aria-label="Live inspector">
      <StepAnnouncer />
      <div className={styles.liveHead}>
        <h2 className={clsx("cut", styles.liveTitle)} data-cut="">
          {title}
        </h2>
        <OpenInInspect />
      </div>
      {rows !== null && <Stepper rows={rows} />}
      {children}
      <div className={styles.livePanes}>
        <BytesPane actions={(block) => <BlockActions block={block} />} />
        <FieldsPane />
        <StepPane />
        <TablePane stepper={false} />
      </div>
    </section>
  );
}

/** Opens the live inspector's contents in the Inspect view, at the same step. */
function OpenInInspect() {
  const main = usePageInspector();
  const navigate = useNavigate();
  const inspector = useInspector();

  function open() {
    const { input, options, selection } = inspector.store.get();
    navigate("inspect");
    main.open(input, null, options, selection.fault ? null : selection.row);
  }

  return <Button onClick={open}>Open in Inspect</Button>;
}
