/**
 * Layouts that the views share; a view’s own styles are what only it has. Here: a stack, a line that wraps, a note, a box
 * that scrolls, a checkbox, a list of names with values. `pane.tsx`: a pane, its body, the text of an empty one.
 * `row-list.tsx`: long lists, their rows, options and cells. `data-table.tsx`: tables. `text.css`: the looks of text, as
 * plain class names.
 */
import { clsx } from "clsx";
import { type ElementType, Fragment, type HTMLAttributes, type InputHTMLAttributes, type ReactNode } from "react";
import styles from "./layout.module.css";

type Box = HTMLAttributes<HTMLElement> & {
  as?: ElementType;
  /** Eight pixels by default; `items` for a line of separate items. */
  gap?: "line" | "tight" | "small" | "wide" | "items";
  small?: boolean;
};

export function Stack({ as: Tag = "div", gap, small = false, className, ...rest }: Box) {
  return <Tag className={clsx(styles.stack, small && "small", className)} data-gap={gap} {...rest} />;
}

export function Row({ as: Tag = "div", gap, small = false, className, ...rest }: Box) {
  return <Tag className={clsx(styles.row, small && "small", className)} data-gap={gap} {...rest} />;
}

/** Scrolls what is too large for it, also by keyboard. */
export function ScrollBox({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <div className={clsx("scroll", className)} tabIndex={0} role="group" {...rest} />;
}

export function Note({ className, ...rest }: HTMLAttributes<HTMLParagraphElement>) {
  return <p className={clsx("dim small", className)} {...rest} />;
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

/** Names in a column, each next to its value; empty values are left out. `terms`: keys or words, and what they do. */
export function Facts(props: {
  of: readonly (readonly [name: ReactNode, value: ReactNode])[];
  label?: string;
  look?: "terms";
}) {
  return (
    <dl className={styles.facts} data-look={props.look} aria-label={props.label}>
      {props.of.map(
        ([name, value], place) =>
          value !== null &&
          value !== "" && (
            <Fragment key={place}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
