/** Entries that a table holds at the start, newest first, a line each. */
import { useEffect, useId, useRef, useState } from "react";
import { parsePrior, printPrior } from "../session/options";
import { Field, TextArea, Wrong } from "./control";

export function PriorEntries(props: {
  prior: [string, string][];
  /** Hears what the lines say, where all of them can be read. */
  onPrior: (prior: [string, string][]) => void;
  /** Typing is taken over once it pauses for this long, milliseconds, or the field is left. */
  pause?: number;
  className?: string;
  rows: number;
}) {
  const { onPrior, pause = 0 } = props;
  const held = printPrior(props.prior);
  const [text, setText] = useState(held);
  const error = useId();
  const parsed = parsePrior(text);
  /** What was typed and not taken over yet. */
  const timer = useRef(0);
  // What was set elsewhere; what is being typed says the same already, and keeps the focus.
  useEffect(() => {
    setText((text) => {
      const parsed = parsePrior(text);
      return parsed.status === "ok" && printPrior(parsed.prior) === held ? text : held;
    });
  }, [held]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function take(text: string) {
    clearTimeout(timer.current);
    timer.current = 0;
    const parsed = parsePrior(text);
    if (parsed.status === "ok" && printPrior(parsed.prior) !== held) onPrior(parsed.prior);
  }

  return (
    <Field className={props.className}>
      <span>Entries in the table, newest first</span>
      <TextArea
        rows={props.rows}
        value={text}
        placeholder="name: value"
        aria-invalid={parsed.status === "error"}
        aria-describedby={parsed.status === "error" ? error : undefined}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          if (pause === 0) take(target.value);
          else timer.current = window.setTimeout(() => take(target.value), pause);
        }}
        onBlur={() => {
          if (timer.current !== 0) take(text);
        }}
      />
      {parsed.status === "error" && <Wrong id={error}>{parsed.message}</Wrong>}
    </Field>
  );
}
