/** Form controls, and the label around them. */
import { clsx } from "clsx";
import type { ComponentProps, HTMLAttributes } from "react";
import styles from "./control.module.css";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={clsx(styles.control, className)} {...rest} />;
}

export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select className={clsx(styles.control, className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea className={clsx(styles.control, className)} spellCheck={false} {...rest} />;
}

/** A control below its label, which is its first `span`. */
export function Field({ as: Tag = "label", className, ...rest }: HTMLAttributes<HTMLElement> & { as?: "label" | "p" }) {
  return <Tag className={clsx(styles.field, className)} {...rest} />;
}

/** Says why the input is invalid. */
export function Wrong(props: HTMLAttributes<HTMLElement>) {
  return <span className={styles.wrong} {...props} />;
}
