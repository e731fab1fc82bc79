/** Layouts: a stack, a line that wraps, a note, a list of names with values. */
import { clsx } from "clsx";
import type { HTMLAttributes, InputHTMLAttributes, ReactNode } from "react";
import styles from "./layout.module.css";

type Box = HTMLAttributes<HTMLElement> & {
  as?: "div" | "ul" | "ol" | "p" | "span" | "section" | "header";
  /** Eight pixels by default; `items` for a line of separate items. */
  gap?: "tight" | "small" | "wide" | "items";
  small?: boolean;
};

export function Stack({ as: Tag = "div", gap, small = false, className, ...rest }: Box) {
  return <Tag className={clsx(styles.stack, small && styles.small, className)} data-gap={gap} {...rest} />;
}

export function Row({ as: Tag = "div", gap, small = false, className, ...rest }: Box) {
  return <Tag className={clsx(styles.row, small && styles.small, className)} data-gap={gap} {...rest} />;
}

export function Note({ className, ...rest }: HTMLAttributes<HTMLParagraphElement>) {
  return <p className={clsx(styles.note, className)} {...rest} />;
}

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> & {
  children: ReactNode;
  onChange: (checked: boolean) => void;
};

/** A checkbox or radio button with its label. */
export function Check({ children, className, type = "checkbox", onChange, ...input }: CheckProps) {
  return (
    <label className={clsx(styles.check, className)}>
      <input type={type} onChange={({ target }) => onChange(target.checked)} {...input} />
      <span>{children}</span>
    </label>
  );
}

/** Names in a column, each next to its value; empty values are left out. */
export function Facts(props: { of: readonly (readonly [name: string, value: ReactNode])[]; label?: string }) {
  return (
    <dl className={styles.facts} aria-label={props.label}>
      {props.of.map(
        ([name, value]) =>
          value !== null && value !== "" && [<dt key={`${name}, name`}>{name}</dt>, <dd key={name}>{value}</dd>],
      )}
    </dl>
  );
}
