/** One sentence over the view, what follows from it, and what to do next. */
import type { ReactNode } from "react";
import { KindMark } from "../ui/kind";
import { Row, Stack } from "../ui/layout";
import styles from "./verdict-bar.module.css";

type Props = { tone: "error" | "warning"; title: string; actions: ReactNode; children: ReactNode };

export function VerdictBar({ tone, title, actions, children }: Props) {
  return (
    <section className={styles.verdict} data-tone={tone} aria-label="Verdict">
      <KindMark kind={tone} />
      <Stack gap="tight">
        <h2>{title}</h2>
        {children}
      </Stack>
      <Row gap="small">{actions}</Row>
    </section>
  );
}
