/** A choice of one of a few, and with a label above it. */
import type { ComponentProps, ReactNode } from "react";
import { Field, Select } from "./control";

type ChoiceProps<Value> = Omit<ComponentProps<"select">, "value" | "onChange"> & {
  value: Value;
  options: readonly (readonly [value: Value, title: string])[];
  onChange: (value: Value) => void;
};

export function OptionSelect<Value extends string | number | null>(props: ChoiceProps<Value>) {
  const { value, options, onChange, ...rest } = props;
  return (
    <Select
      value={value ?? ""}
      onChange={({ target }) => {
        const chosen = options[target.selectedIndex];
        if (chosen !== undefined) onChange(chosen[0]);
      }}
      {...rest}
    >
      {options.map(([value, title]) => (
        <option key={value} value={value ?? ""}>
          {title}
        </option>
      ))}
    </Select>
  );
}

/** `className` is of the label around the control; `children` come after the control. */
export function SelectField<Value extends string | number | null>({
  label,
  className,
  children,
  ...choice
}: Omit<ChoiceProps<Value>, "children"> & { label: string; className?: string | undefined; children?: ReactNode }) {
  return (
    <Field className={className}>
      <span>{label}</span>
      <OptionSelect {...choice} />
      {children}
    </Field>
  );
}
