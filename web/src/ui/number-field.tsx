/** A number field, which applies valid numbers and reports others. */
import { useEffect, useState } from "react";
import { TextField } from "./text-field";

export function NumberField(props: {
  label: string;
  value: number | null;
  least: number;
  most: number;
  /** Text for null, if that is allowed. */
  none?: string | undefined;
  className?: string | undefined;
  /** Applied on Enter, or when the field loses the focus. */
  late?: boolean;
  onChange: (value: number | null) => void;
}) {
  const { value, least, most, none, late = false, onChange } = props;
  const [text, setText] = useState(value === null ? "" : String(value));
  useEffect(() => setText(value === null ? "" : String(value)), [value]);
  const readable = (text: string) => (text.trim() === "" && none !== undefined ? null : readNumber(text, least, most));
  function take(text: string) {
    const read = readable(text);
    if (read !== undefined && read !== value) onChange(read);
  }
  return (
    <TextField
      label={props.label}
      className={props.className}
      numeric
      value={text}
      placeholder={none}
      wrong={readable(text) === undefined ? `Enter a whole number from ${least} to ${most}.` : null}
      onChange={(text) => {
        setText(text);
        if (!late) take(text);
      }}
      onBlur={() => take(text)}
      onKeyDown={(event) => event.key === "Enter" && take(text)}
    />
  );
}

/** The integer, perhaps with grouped digits; undefined if invalid or beyond `least` and `most`. */
export function readNumber(text: string, least: number, most: number): number | undefined {
  const digits = text.replaceAll(/[\s_,\u202f]/g, "");
  const number = Number(digits);
  return /^\d{1,10}$/.test(digits) && number >= least && number <= most ? number : undefined;
}
