/** What the live widgets share: their frame, figures, and the way to Inspect. */

import { type ReactNode, useEffect, useState } from "react";
import type { Functions } from "../../engine/core";
import { useInspector } from "../../inspect/inspector";
import { NO_LINK } from "../../session/link";
import { printFragment } from "../../session/link-codec";
import styles from "./widgets.module.css";

/** The core, for questions that need no session. */
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

/** A labelled slider over whole numbers; `shown` says the value in words. */
export function Slider(props: {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  shown: string;
  onChange: (value: number) => void;
}) {
  return (
    <label className="option">
      <span>
        {props.label}: <strong>{props.shown}</strong>
      </span>
      <input
        type="range"
        min={props.min}
        max={props.max}
        step={props.step ?? 1}
        value={props.value}
        aria-label={props.label}
        aria-valuetext={props.shown}
        onChange={(event) => props.onChange(Number(event.target.value))}
      />
    </label>
  );
}

/** Names and figures in a line. */
export function Figures({ of }: { of: [name: string, value: ReactNode][] }) {
  return (
    <dl className={styles.widgetFigures}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Opens a text in Inspect. */
export function InspectLink({ text, children }: { text: string; children: ReactNode }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let live = true;
    printFragment({ ...NO_LINK, text }).then((fragment) => {
      if (live) setAddress(`#${fragment}`);
    });
    return () => {
      live = false;
    };
  }, [text]);
  return address === null ? null : <a href={address}>{children}</a>;
}

const ENCODER = new TextEncoder();

/** The bytes of a text, as UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return ENCODER.encode(text);
}
