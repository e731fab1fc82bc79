import { Field } from "./control";

/** A slider over integers from 0; `words` is its value in words, shown above with the label if `shown`. */
export function Slider(props: {
  label: string;
  value: number;
  max: number;
  words: string;
  shown?: boolean;
  onChange: (value: number) => void;
}) {
  const { label, value, max, words, shown = false, onChange } = props;
  const slider = (
    <input
      type="range"
      min={0}
      max={max}
      value={value}
      aria-label={label}
      aria-valuetext={words}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
  if (!shown) return slider;
  return (
    <Field>
      <span>
        {label}: <strong>{words}</strong>
      </span>
      {slider}
    </Field>
  );
}
