/** Shared by the widgets in the text: their box, a slider. */
import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Field } from "../../ui/control";
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

/** A labeled slider over integers; `shown` is the value in words. */
export function Slider(props: {
  label: string;
  value: number;
  max: number;
  shown: string;
  onChange: (value: number) => void;
}) {
  return (
    <Field>
      <span>
        {props.label}: <strong>{props.shown}</strong>
      </span>
      <input
        type="range"
        min={0}
        max={props.max}
        value={props.value}
        aria-label={props.label}
        aria-valuetext={props.shown}
        onChange={(event) => props.onChange(Number(event.target.value))}
      />
    </Field>
  );
}
