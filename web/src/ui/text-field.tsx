/** A labelled text field of one line, which says why what it holds can't be taken. */
import { clsx } from "clsx";
import { type InputHTMLAttributes, useId } from "react";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Of the label, which stands around the field. */
  className?: string | undefined;
  fieldClassName?: string | undefined;
  numeric?: boolean;
  wrong?: string | null;
};

export function TextField({
  label,
  onChange,
  className = "option",
  fieldClassName,
  numeric = false,
  wrong = null,
  ...field
}: Props) {
  const id = useId();
  return (
    <label className={className}>
      <span>{label}</span>
      <input
        className={clsx("control mono", fieldClassName)}
        inputMode={numeric ? "numeric" : undefined}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={wrong !== null}
        aria-describedby={wrong === null ? undefined : id}
        onChange={(event) => onChange(event.target.value)}
        {...field}
      />
      {wrong !== null && (
        <span id={id} className="option-error" role="status">
          {wrong}
        </span>
      )}
    </label>
  );
}
