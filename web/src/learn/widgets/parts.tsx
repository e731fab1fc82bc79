/** Shared by the live widgets: their frame, figures, and the link to Inspect. */

import type { ReactNode } from "react";
import { Answers } from "../../engine/answers";
import type { Functions } from "../../engine/core";
import { useInspector } from "../../inspector/inspector";
import { NO_LINK } from "../../session/link";
import { printFragment } from "../../session/link-codec";
import { Field } from "../../ui/control";
import { useLast, usePeek } from "../../ui/use-known";
import styles from "./widgets.module.css";

export function useCore(): Functions {
  return useInspector().client.functions;
}

export function Widget({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.widget} aria-label={name}>
      {children}
    </section>
  );
}

/** Buttons and fields in a line. */
export function Controls({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className={styles.row} {...(label === undefined ? {} : { role: "group", "aria-label": label })}>
      {children}
    </div>
  );
}

/** Wide content scrolls in its own box. */
export function Sideways({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="scroll" data-sideways="" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

/** A labeled slider over integers; `shown` is the value in words. */
export function Slider(props: {
  label: string;
  value: number;
  min: number;
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
        min={props.min}
        max={props.max}
        value={props.value}
        aria-label={props.label}
        aria-valuetext={props.shown}
        onChange={(event) => props.onChange(Number(event.target.value))}
      />
    </Field>
  );
}

/** By their texts. */
const ADDRESSES = new Answers();

export function InspectLink({ text, children }: { text: string; children: ReactNode }) {
  const known = usePeek()(() => ADDRESSES.read(text, () => printFragment({ ...NO_LINK, text })) as string);
  const address = useLast(null, known);
  return address === null ? null : <a href={`#${address}`}>{children}</a>;
}

const ENCODER = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return ENCODER.encode(text);
}
