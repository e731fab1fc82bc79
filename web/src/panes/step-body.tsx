/** The body of the pane about a step or a frame: a title with its mark, and what it explains. */
import type { ComponentProps, ReactNode } from "react";
import { KindMark } from "../ui/kind";
import { PaneBody } from "../ui/pane";
import styles from "./step-pane.module.css";

type Props = { label: string; kind: ComponentProps<typeof KindMark>["kind"]; title: ReactNode; children: ReactNode };

export function StepBody({ label, kind, title, children }: Props) {
  return (
    <PaneBody label={label} className={styles.stepBody}>
      {title !== null && (
        <h3 className={styles.stepTitle}>
          <KindMark kind={kind} />
          <span>{title}</span>
        </h3>
      )}
      {children}
    </PaneBody>
  );
}
