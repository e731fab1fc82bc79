import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import styles from "./widgets.module.css";

/** A box in the text. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={clsx(styles.card, className)} {...rest} />;
}

export function Widget({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Card className={styles.widget} aria-label={name}>
      {children}
    </Card>
  );
}
