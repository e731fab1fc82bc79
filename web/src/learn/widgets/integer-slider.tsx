/** RFC 7541 §5.1: a number is dragged, and its prefix fills and overflows. */
import { useState } from "react";
import { IntegerBits } from "../../panes/bits";
import { useFunctions } from "../../session/inspector";
import { count, counted, hexOf } from "../../ui/figures";
import { Row } from "../../ui/layout";
import { NumberField } from "../../ui/number-field";
import { SelectField } from "../../ui/select-field";
import { Slider } from "../../ui/slider";
import { integerBytes, MOST } from "../wire";
import { Widget } from "./parts";

const PREFIXES = [1, 2, 3, 4, 5, 6, 7, 8];

/** Steps of the logarithmic slider in which a number doubles. */
const FINE = 24;

export function IntegerSlider() {
  const [value, setValue] = useState(1337);
  const [prefix, setPrefix] = useState(5);
  const bytes = integerBytes(value, prefix);
  const integer = useFunctions((core) => core.explainInteger(Uint8Array.from(bytes), prefix))?.integer ?? null;
  return (
    <Widget name="An integer and its bytes">
      <Row gap="wide">
        <NumberField
          label="Number"
          value={value}
          least={0}
          most={MOST}
          onChange={(value) => value !== null && setValue(value)}
        />
        <SelectField
          label="Prefix"
          value={prefix}
          options={PREFIXES.map((bits) => [bits, counted(bits, "bit")] as const)}
          onChange={setPrefix}
        />
      </Row>
      <Slider
        shown
        label="Drag"
        value={Math.round(Math.log2(value + 1) * FINE)}
        max={32 * FINE}
        words={count(value)}
        onChange={(place) => setValue(Math.min(Math.round(2 ** (place / FINE)) - 1, MOST))}
      />
      {integer !== null && (
        <>
          <IntegerBits integer={integer} kind="indexed" weights meaning={<strong>{count(integer.value)}</strong>} />
          <p role="status">
            {[integer.prefixValue, ...integer.continuation.map(({ contribution }) => contribution)]
              .map(count)
              .join(" + ")}
            {integer.continuation.length > 0 && ` = ${count(value)}`} in {counted(bytes.length, "byte")}:{" "}
            <code>{hexOf(bytes)}</code>
          </p>
        </>
      )}
    </Widget>
  );
}
