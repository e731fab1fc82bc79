/** The inspector next to the text: Inspect's own panes, with the chapter's examples. */

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useNavigate } from "../../address/navigate";
import { EncodeThis } from "../../encode/encode-this";
import { ExplainThis } from "../../explain/explain-this";
import { FieldsPane } from "../../panes/fields-pane";
import { StepAnnouncer } from "../../panes/step-announcer";
import { StepPane } from "../../panes/step-pane";
import { Stepper } from "../../panes/stepper";
import { TablePane } from "../../panes/table-pane";
import { useInspector, usePageInspector, useSession } from "../../session/inspector";
import { hasBlocks } from "../../session/session";
import { Button } from "../../ui/button";
import { Row } from "../../ui/layout";
import styles from "./live.module.css";

/** `children`: what the text says of the step. */
export function Live({ title, children }: { title: string; children: ReactNode }) {
  const main = usePageInspector();
  const navigate = useNavigate();
  const inspector = useInspector();
  const rows = useSession((session) => (hasBlocks(session) ? session.opened.rows : null));

  /** At the same step. */
  function openInInspect() {
    const { input, options, selection } = inspector.store.get();
    navigate("inspect");
    main.open(input, null, options, selection.error ? null : selection.row);
  }

  return (
    <section className={clsx("column", styles.live)} data-live="" aria-label="Live inspector">
      <StepAnnouncer />
      <Row className={styles.liveHead}>
        <h2 className="cut" data-cut="">
          {title}
        </h2>
        <Button onClick={openInInspect}>Open in Inspect</Button>
      </Row>
      {rows !== null && <Stepper rows={rows} />}
      {children}
      <div className={styles.livePanes}>
        <FieldsPane actions={(block) => <ExplainThis block={block} />} more={(block) => <EncodeThis block={block} />} />
        <StepPane />
        <TablePane stepper={false} />
      </div>
    </section>
  );
}
