/** A labeled choice of one of a few. */
import type { ReactNode } from "react";
import { Field, Select } from "./control";

type Props<Value> = {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, title: string])[];
  onChange: (value: Value) => void;
  /** Class of the label around the control. */
  className?: string | undefined;
  disabled?: boolean;
  /** Shown after the control. */
  children?: ReactNode;
};

export function SelectField<Value extends string | number | null>(props: Props<Value>) {
  const { label, value, options, onChange, className, disabled, children } = props;
  return (
    <Field className={className}>
      <span>{label}</span>
      <Select
        value={value ?? ""}
        disabled={disabled}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex];
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([value, title]) => (
          <option key={value} value={value ?? ""}>
            {title}
          </option>
        ))}
      </Select>
      {children}
    </Field>
  );
}
