/** Facts, choices and offers in a line of rounded boxes. */
import { clsx } from "clsx";
import type { ComponentProps } from "react";
import styles from "./chip.module.css";

/** `set`: active and removable; `whole`: shown in full. */
type Look = "set" | "offer" | "whole";

export function Chip({ look, ...rest }: ComponentProps<"span"> & { look?: Look | undefined }) {
  return <span className={styles.chip} data-look={look} {...rest} />;
}

export function ChipButton({ look, ...rest }: ComponentProps<"button"> & { look?: Look | undefined }) {
  return <button type="button" className={styles.chip} data-look={look} {...rest} />;
}

/** Around a `select`. */
export function ChipSelect(props: ComponentProps<"label">) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the select comes with the children
  return <label className={clsx(styles.chip, styles.select)} {...props} />;
}
