/** A field for the table's initial entries, newest first, one a line. */
import { useEffect, useId, useState } from "react";
import { parsePrior, printPrior } from "../session/options";
import { Field, TextArea, Wrong } from "../ui/control";
import { usePause } from "../ui/pause";

export function PriorEntries(props: {
  prior: [string, string][];
  /** Called if all lines are valid. */
  onPrior: (prior: [string, string][]) => void;
  /** Typing is applied after a pause of this length, milliseconds, or when the field loses the focus. */
  pause?: number;
  className?: string;
  rows: number;
}) {
  const { onPrior, pause = 0 } = props;
  const held = printPrior(props.prior);
  const [text, setText] = useState(held);
  const error = useId();
  const parsed = parsePrior(text);
  /** Until the text is applied. */
  const waiting = usePause();
  // Shows entries set elsewhere; those being typed are the same already, and the field keeps the focus.
  useEffect(() => {
    setText((text) => {
      const parsed = parsePrior(text);
      return parsed.status === "ok" && printPrior(parsed.prior) === held ? text : held;
    });
  }, [held]);

  function take(text: string) {
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
          if (pause === 0) take(target.value);
          else waiting.after(pause, () => take(target.value));
        }}
        onBlur={() => waiting.end()}
      />
      {parsed.status === "error" && <Wrong id={error}>{parsed.message}</Wrong>}
    </Field>
  );
}
