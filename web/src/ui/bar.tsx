import type { ReactNode } from "react";
import styles from "./bar.module.css";

/** A message across the page, with its buttons. */
export function Bar({ role, children }: { role: "alert" | "status"; children: ReactNode }) {
  return (
    <div className={styles.bar} role={role}>
      {children}
    </div>
  );
}
