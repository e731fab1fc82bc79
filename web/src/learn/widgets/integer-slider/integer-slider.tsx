/** RFC 7541 §5.1: a number is dragged, and its prefix fills and overflows. */
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import type { IntegerExplanation, IntegerPart } from "../../../engine/types";
import bitsStyles from "../../../inspect/bits.module.css";
import { useInspector } from "../../../inspect/inspector";
import { DataTable } from "../../../ui/data-table";
import { count, counted, hex } from "../../../ui/figures";
import { SelectField } from "../../../ui/select-field";
import { TextField } from "../../../ui/text-field";
import { useAnswer } from "../../../ui/use-answer";
import { integerBytes, MOST } from "../integer";
import { Slider, Widget } from "../parts";
import widgetsStyles from "../widgets.module.css";
import styles from "./integer-slider.module.css";
import { lengths, PLACES, placeOf, valueAt } from "./thresholds";

const PREFIXES = [1, 2, 3, 4, 5, 6, 7, 8];

/** Who uses which prefix. */
const USES: Record<number, string> = {
  4: "name index without indexing and never indexed (§6.2.2, §6.2.3)",
  5: "size update (§6.3)",
  6: "name index with incremental indexing (§6.2.1)",
  7: "index of a field (§6.1), length of a string (§5.2)",
  8: "only the example in §C.1.3",
};

export function IntegerSlider({ value: initial = 1337, prefix: first = 5 }: { value?: number; prefix?: number }) {
  const { client } = useInspector();
  const [value, setValue] = useState(initial);
  const [typed, setTyped] = useState<string | null>(null);
  const [prefix, setPrefix] = useState(first);
  const bytes = integerBytes(value, prefix);
  const answer = useAnswer(() => client.functions.explainInteger(Uint8Array.from(bytes), prefix), [value, prefix]);
  const wrong = typed !== null && parse(typed) === null ? "Type a whole number from 0 to 4294967295." : null;
  const go = (value: number) => {
    setTyped(null);
    setValue(Math.min(Math.max(value, 0), MOST));
  };

  return (
    <Widget name="An integer and its bytes">
      <div className={widgetsStyles.widgetRow}>
        <TextField
          label="Number"
          value={typed ?? String(value)}
          numeric
          wrong={wrong}
          onChange={(text) => {
            setTyped(text);
            const number = parse(text);
            if (number !== null) setValue(number);
          }}
        />
        <button type="button" className="button icon-button" aria-label="One less" onClick={() => go(value - 1)}>
          −
        </button>
        <button type="button" className="button icon-button" aria-label="One more" onClick={() => go(value + 1)}>
          +
        </button>
        <SelectField
          label="Prefix"
          className={clsx("option", widgetsStyles.optionNarrow)}
          value={prefix}
          options={PREFIXES.map((bits) => [bits, counted(bits, "bit")] as const)}
          onChange={setPrefix}
        />
      </div>
      <Slider
        label="Drag"
        value={placeOf(value)}
        min={0}
        max={PLACES}
        shown={count(value)}
        onChange={(place) => go(valueAt(place))}
      />
      <p className={bitsStyles.note}>
        {USES[prefix] === undefined ? "No representation uses this prefix." : `This prefix: ${USES[prefix]}.`}
      </p>
      {answer !== null && <Bytes answer={answer} bytes={bytes} />}
      <Lengths prefix={prefix} value={value} onGo={go} />
    </Widget>
  );
}

function parse(text: string): number | null {
  const digits = text.replaceAll(/[\s\u202f_]/g, "");
  if (!/^\d{1,10}$/.test(digits)) return null;
  return Number(digits) <= MOST ? Number(digits) : null;
}

/** A row a byte, each bit above its weight; the sum. */
function Bytes({ answer, bytes }: { answer: IntegerExplanation; bytes: number[] }) {
  const { integer } = answer;
  return (
    <>
      <div className={styles.weights} role="list" aria-label="Bytes">
        <Byte number={0} value={bytes[0] ?? 0} words={firstWords(integer)}>
          {integer.bits.map(({ bit, as }, place) => (
            <Bit
              // biome-ignore lint/suspicious/noArrayIndexKey: bits have no other name than their place
              key={place}
              bit={as === "prefix" ? String(bit) : "·"}
              as={as === "prefix" ? (integer.prefixFull ? "full" : "prefix") : "other"}
              weight={as === "prefix" ? 7 - place : null}
            />
          ))}
        </Byte>
        {integer.continuation.map((step, number) => (
          <Byte
            key={step.byte}
            number={number + 1}
            value={step.value}
            words={
              <>
                + {count(step.payload)} × 2<sup>{step.shift}</sup> = {count(step.contribution)}
                {step.more ? ", and more follows" : ", the last"}
              </>
            }
          >
            <Bit bit={step.more ? "1" : "0"} as="flag" weight={null} />
            {Array.from({ length: 7 }, (_, place) => 6 - place).map((power) => (
              <Bit key={power} bit={String((step.payload >> power) & 1)} as="prefix" weight={power + step.shift} />
            ))}
          </Byte>
        ))}
      </div>
      <p className={styles.weightsSum} role="status">
        {[integer.prefixValue, ...integer.continuation.map(({ contribution }) => contribution)].map(count).join(" + ")}
        {integer.continuation.length > 0 && (
          <>
            {" = "}
            <strong>{count(integer.value)}</strong>
          </>
        )}{" "}
        in {counted(bytes.length, "byte")}: <code>{bytes.map(hex).join(" ")}</code>
      </p>
    </>
  );
}

function firstWords(integer: IntegerPart): ReactNode {
  if (!integer.prefixFull) return `the prefix holds it: ${count(integer.prefixValue)}`;
  return `the prefix is full: ${count(integer.prefixValue)}, and more follows`;
}

function Byte(props: { number: number; value: number; words: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.weightsByte} role="listitem">
      <span className={clsx(bitsStyles.byteValue, styles.byteValue)}>
        <span className="sr-only">byte {props.number}: </span>
        {hex(props.value)}
      </span>
      <span className={styles.weightsBits}>{props.children}</span>
      <span className={clsx(bitsStyles.byteWords, styles.byteWords)}>{props.words}</span>
    </div>
  );
}

function Bit({ bit, as, weight }: { bit: string; as: "prefix" | "full" | "flag" | "other"; weight: number | null }) {
  return (
    <span className={clsx(styles.weight, bit === "1" && styles.on)} data-as={as} aria-hidden="true">
      <span className={styles.weightBit}>{bit}</span>
      <span className={styles.weightPower}>
        {weight === null ? as === "flag" ? "more" : "" : weight < 10 ? 2 ** weight : <Power of={weight} />}
      </span>
    </span>
  );
}

function Power({ of }: { of: number }) {
  return (
    <>
      2<sup>{of}</sup>
    </>
  );
}

/** The numbers of each length: where one ends and the next begins. */
function Lengths({ prefix, value, onGo }: { prefix: number; value: number; onGo: (value: number) => void }) {
  const go = (number: number) => (
    <button type="button" className="button" aria-pressed={number === value} onClick={() => onGo(number)}>
      {count(number)}
    </button>
  );
  return (
    <DataTable
      className={clsx(widgetsStyles.widgetTable, styles.thresholds)}
      aria-label="Numbers by length"
      columns={["bytes", "from", "to", "from, as a formula"]}
    >
      {lengths(prefix).map(({ bytes, least, greatest, formula }) => (
        <tr key={bytes}>
          <th scope="row">{bytes}</th>
          <td>{go(least)}</td>
          <td>{go(greatest)}</td>
          <td className="dim">{formula}</td>
        </tr>
      ))}
    </DataTable>
  );
}
