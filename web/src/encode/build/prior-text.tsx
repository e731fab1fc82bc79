/** Entries that are in the table at the start, newest first, a line each. */
import { clsx } from "clsx";
import { useEffect, useId, useState } from "react";
import type { FieldText } from "../../engine/types";
import { parsePrior, printPrior } from "../../session/options";
import { useComposer } from "../composer";
import styles from "./build.module.css";

const linesOf = (prior: FieldText[]) => printPrior(prior.map(({ name, value }) => [name, value]));

/** The entry that a line shows, which may hold more than a line can say; else what the line says. */
function asHeld(prior: FieldText[], name: string, value: string): FieldText {
  const held = prior.find((entry) => entry.name.trim() === name && entry.value.trim() === value);
  return held ?? { name, value };
}

export function PriorText({ prior }: { prior: FieldText[] }) {
  const composer = useComposer();
  const held = linesOf(prior);
  const [text, setText] = useState(held);
  const error = useId();
  const parsed = parsePrior(text);
  // What was brought from elsewhere; what is being typed says the same already.
  useEffect(() => {
    setText((text) => {
      const parsed = parsePrior(text);
      return parsed.status === "ok" && printPrior(parsed.prior) === held ? text : held;
    });
  }, [held]);
  return (
    <label className={clsx(styles.setting, styles.settingWide)}>
      <span>Entries in the table, newest first</span>
      <textarea
        className="control mono"
        rows={2}
        value={text}
        placeholder="name: value"
        spellCheck={false}
        aria-invalid={parsed.status === "error"}
        aria-describedby={parsed.status === "error" ? error : undefined}
        onChange={(event) => {
          setText(event.target.value);
          const parsed = parsePrior(event.target.value);
          if (parsed.status === "error") return;
          const written = parsed.prior.map(([name, value]) => asHeld(prior, name, value));
          composer.update((building) => ({ ...building, prior: written }));
        }}
      />
      {parsed.status === "error" && (
        <span id={error} className="option-error">
          {parsed.message}
        </span>
      )}
    </label>
  );
}
