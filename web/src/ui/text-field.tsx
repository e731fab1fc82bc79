/** A labeled text field of one line, which says why its text is invalid. */
import { type InputHTMLAttributes, useId } from "react";
import { Field, Input, Wrong } from "./control";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Class of the label around the field. */
  className?: string | undefined;
  fieldClassName?: string | undefined;
  numeric?: boolean;
  wrong?: string | null;
};

export function TextField({
  label,
  onChange,
  className,
  fieldClassName,
  numeric = false,
  wrong = null,
  ...field
}: Props) {
  const id = useId();
  return (
    <Field className={className}>
      <span>{label}</span>
      <Input
        className={fieldClassName}
        inputMode={numeric ? "numeric" : undefined}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={wrong !== null}
        aria-describedby={wrong === null ? undefined : id}
        onChange={(event) => onChange(event.target.value)}
        {...field}
      />
      {wrong !== null && (
        <Wrong id={id} role="status">
          {wrong}
        </Wrong>
      )}
    </Field>
  );
}
