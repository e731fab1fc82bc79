/** A box for an error or a note, and a notice. */
import { clsx } from "clsx";
import type { HTMLAttributes } from "react";
import styles from "./box.module.css";

type Props = HTMLAttributes<HTMLElement> & { as?: "div" | "p" | "ul" | "section"; tone: "error" | "note" };

export function Box({ as: Tag = "div", tone, className, ...rest }: Props) {
  return <Tag className={clsx(styles.box, className)} data-tone={tone} {...rest} />;
}

export function Notice(props: HTMLAttributes<HTMLParagraphElement>) {
  return <p className={styles.notice} {...props} />;
}
