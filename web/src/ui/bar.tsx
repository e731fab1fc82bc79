import type { ReactNode } from "react";
import styles from "./bar.module.css";
import { Row } from "./layout";

/** A message across the page, with its buttons. */
export function Bar({ role, children }: { role?: "alert" | "status"; children: ReactNode }) {
  return (
    <Row className={styles.bar} role={role}>
      {children}
    </Row>
  );
}
