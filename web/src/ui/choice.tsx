/** A choice of one of a few, each a button. */
import { Button } from "./button";
import { Row } from "./layout";

export function Choice<Value extends string | boolean>(props: {
  label: string;
  options: readonly (readonly [value: Value, title: string])[];
  /** Null if none of them is selected. */
  value: Value | null;
  onChange: (value: Value) => void;
}) {
  return (
    <Row role="group" aria-label={props.label}>
      {props.options.map(([value, title]) => (
        <Button key={title} aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {title}
        </Button>
      ))}
    </Row>
  );
}
