/** RFC 7541 §5.1: a number is dragged, and its prefix fills and overflows. */
import { useState } from "react";
import type { IntegerPart } from "../../../engine/types";
import { useFunctions } from "../../../inspector/inspector";
import { IntegerBits } from "../../../panes/bits";
import { Button } from "../../../ui/button";
import { count, counted, hex } from "../../../ui/figures";
import { Note } from "../../../ui/layout";
import { NumberField } from "../../../ui/number-field";
import { SelectField } from "../../../ui/select-field";
import { integerBytes, MOST } from "../integer";
import { Controls, Slider, Widget } from "../parts";
import widgetsStyles from "../widgets.module.css";
import { PLACES, placeOf, thresholds, valueAt } from "./thresholds";

const PREFIXES = [1, 2, 3, 4, 5, 6, 7, 8];

/** Uses of each prefix. */
const USES: Record<number, string> = {
  4: "name index without indexing and never indexed (§6.2.2, §6.2.3)",
  5: "size update (§6.3)",
  6: "name index with incremental indexing (§6.2.1)",
  7: "index of a field (§6.1), length of a string (§5.2)",
  8: "only the example in §C.1.3",
};

export function IntegerSlider({ value: initial = 1337, prefix: first = 5 }: { value?: number; prefix?: number }) {
  const [value, setValue] = useState(initial);
  const [prefix, setPrefix] = useState(first);
  const bytes = integerBytes(value, prefix);
  const answer = useFunctions((core) => core.explainInteger(Uint8Array.from(bytes), prefix));
  const go = (value: number) => setValue(Math.min(Math.max(value, 0), MOST));

  return (
    <Widget name="An integer and its bytes">
      <Controls>
        <NumberField
          label="Number"
          value={value}
          least={0}
          most={MOST}
          onChange={(value) => value !== null && setValue(value)}
        />
        <Button look="icon" aria-label="One less" onClick={() => go(value - 1)}>
          −
        </Button>
        <Button look="icon" aria-label="One more" onClick={() => go(value + 1)}>
          +
        </Button>
        <SelectField
          label="Prefix"
          className={widgetsStyles.narrow}
          value={prefix}
          options={PREFIXES.map((bits) => [bits, counted(bits, "bit")] as const)}
          onChange={setPrefix}
        />
      </Controls>
      <Slider
        label="Drag"
        value={placeOf(value)}
        min={0}
        max={PLACES}
        shown={count(value)}
        onChange={(place) => go(valueAt(place))}
      />
      <Note>
        {USES[prefix] === undefined ? "No representation uses this prefix." : `This prefix: ${USES[prefix]}.`}
      </Note>
      {answer !== null && (
        <>
          <IntegerBits
            integer={answer.integer}
            kind="indexed"
            weights
            meaning={
              <>
                The integer is <strong>{count(answer.integer.value)}</strong>
              </>
            }
          />
          <p role="status">
            <Sum {...answer.integer} /> in {counted(bytes.length, "byte")}: <code>{bytes.map(hex).join(" ")}</code>
          </p>
        </>
      )}
      <Controls label="Numbers from which another byte is needed">
        {thresholds(prefix).map((least, at) => (
          <Button key={least} aria-pressed={least === value} onClick={() => go(least)}>
            {at + 2} bytes: from {count(least)}
          </Button>
        ))}
      </Controls>
    </Widget>
  );
}

/** The prefix plus the contribution of each further byte. */
function Sum({ prefixValue, continuation, value }: IntegerPart) {
  return (
    <>
      {[prefixValue, ...continuation.map(({ contribution }) => contribution)].map(count).join(" + ")}
      {continuation.length > 0 && (
        <>
          {" = "}
          <strong>{count(value)}</strong>
        </>
      )}
    </>
  );
}
