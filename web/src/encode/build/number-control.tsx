/** A number that is written: taken over when it is one, and said to be none where it is not. */
import { clsx } from "clsx";
import { useEffect, useId, useState } from "react";
import styles from "./build.module.css";

export function NumberControl(props: {
  label: string;
  value: number | null;
  least: number;
  most: number;
  /** What stands there for null, where that may be. */
  none?: string;
  /** Whether the label stands above. */
  wide?: boolean;
  onChange: (value: number | null) => void;
}) {
  const { label, value, least, most, none, wide = false, onChange } = props;
  const [text, setText] = useState(value === null ? "" : String(value));
  const error = useId();
  useEffect(() => setText(value === null ? "" : String(value)), [value]);
  const read = readNumber(text, least, most, none !== undefined);
  return (
    <label className={clsx(styles.setting, wide && styles.settingWide)}>
      <span>{label}</span>
      <input
        className="control mono"
        inputMode="numeric"
        value={text}
        placeholder={none}
        aria-invalid={read === undefined}
        aria-describedby={read === undefined ? error : undefined}
        onChange={(event) => {
          setText(event.target.value);
          const read = readNumber(event.target.value, least, most, none !== undefined);
          if (read !== undefined && read !== value) onChange(read);
        }}
      />
      {read === undefined && (
        <span id={error} className="option-error">
          Enter a whole number from {least} to {most}.
        </span>
      )}
    </label>
  );
}

/** undefined for what is none. */
export function readNumber(text: string, least: number, most: number, empty: boolean): number | null | undefined {
  const digits = text.replaceAll(/[\s_,]/g, "");
  if (digits === "") return empty ? null : undefined;
  const number = Number(digits);
  return /^\d{1,10}$/.test(digits) && number >= least && number <= most ? number : undefined;
}
