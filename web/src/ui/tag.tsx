/** A framed word, and the placeholder for an unknown name or value. */
import { clsx } from "clsx";
import type { HTMLAttributes } from "react";
import styles from "./tag.module.css";

type Look = "error" | "good" | "warning" | "guess";

export function Tag({ look, className, ...rest }: HTMLAttributes<HTMLSpanElement> & { look?: Look | undefined }) {
  return <span className={clsx(styles.tag, className)} data-tag={look ?? ""} {...rest} />;
}

export function Unknown({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <em className={clsx(styles.unknown, className)} data-unknown="" {...rest} />;
}
