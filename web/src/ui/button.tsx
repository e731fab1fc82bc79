/** Buttons, and links that look like them. */
import { clsx } from "clsx";
import type { ComponentProps } from "react";
import styles from "./button.module.css";

/** `link`: an action in a sentence. */
type Look = "primary" | "plain" | "icon" | "link";

export function Button(props: ComponentProps<"button"> & { look?: Look | undefined }) {
  const { look, className, ...rest } = props;
  const base = look === "link" ? styles.link : styles.button;
  return <button type="button" className={clsx(base, className)} data-look={look} {...rest} />;
}

export function ButtonLink({ className, ...rest }: ComponentProps<"a">) {
  return <a className={clsx(styles.button, className)} {...rest} />;
}
