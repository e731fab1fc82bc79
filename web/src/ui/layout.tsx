/** How parts stand together: below each other, in a line that wraps, as a note, as names with what they stand for. */
import { clsx } from "clsx";
import type { HTMLAttributes, InputHTMLAttributes, ReactNode } from "react";
import styles from "./layout.module.css";

type Box = HTMLAttributes<HTMLElement> & {
  as?: "div" | "ul" | "ol" | "p" | "span" | "section" | "header";
  /** Eight pixels without; `items` for a line of things that are read one by one. */
  gap?: "tight" | "small" | "wide" | "items";
  /** In small letters. */
  small?: boolean;
};

export function Stack({ as: Tag = "div", gap, small = false, className, ...rest }: Box) {
  return <Tag className={clsx(styles.stack, small && styles.small, className)} data-gap={gap} {...rest} />;
}

export function Row({ as: Tag = "div", gap, small = false, className, ...rest }: Box) {
  return <Tag className={clsx(styles.row, small && styles.small, className)} data-gap={gap} {...rest} />;
}

/** A quiet sentence. */
export function Note({ className, ...rest }: HTMLAttributes<HTMLParagraphElement>) {
  return <p className={clsx(styles.note, className)} {...rest} />;
}

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> & {
  children: ReactNode;
  onChange: (checked: boolean) => void;
};

/** A box to tick, or one of several to choose, with its words. */
export function Check({ children, className, type = "checkbox", onChange, ...input }: CheckProps) {
  return (
    <label className={clsx(styles.check, className)}>
      <input type={type} onChange={({ target }) => onChange(target.checked)} {...input} />
      <span>{children}</span>
    </label>
  );
}

/** Names in a column, each beside what it stands for; an empty value is left out. */
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
