import { clsx } from "clsx";
import styles from "./exercises.module.css";
/** A number that answers; and any short text that does. */
export function NumberField(props: {
  label: string;
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <label className={styles.answer}>
      <span>{props.label}</span>
      <input
        className="control mono"
        inputMode="numeric"
        autoComplete="off"
        disabled={props.disabled}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  );
}

/** The number typed; null where it is none, or longer than any that is asked for. */
export function numberOf(text: string): number | null {
  const digits = text.replaceAll(/[\s_,\u202f]/g, "");
  return /^\d{1,10}$/.test(digits) ? Number(digits) : null;
}

export function HexField(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className={styles.answer}>
      <span>{props.label}</span>
      <input
        className={clsx("control mono", styles.wide)}
        autoComplete="off"
        spellCheck={false}
        placeholder="82 …"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  );
}
