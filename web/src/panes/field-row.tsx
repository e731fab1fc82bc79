/** One field or size update of the Fields grid, or the error at its end. */
import { clsx } from "clsx";
import { memo } from "react";
import { PREFIX_BITS, stringRanges } from "../engine/parts";
import { lettersOf } from "../engine/shown-text";
import type { Fault, StepTiming, Warning } from "../engine/types";
import { has, type Row } from "../engine/windows";
import { useInspector } from "../inspector/inspector";
import { byteRange } from "../inspector/place-name";
import { UNKNOWN_WHY, type UnknownWords } from "../inspector/unknown";
import { count, counted, nanoseconds } from "../ui/figures";
import { KindMark, KindName } from "../ui/kind";
import { sentence } from "../ui/section";
import { Tag, Unknown } from "../ui/tag";
import { tip } from "../ui/tip";
import styles from "./fields-pane.module.css";
import { RowWarning } from "./warnings";

export const FieldRow = memo(function FieldRow(props: {
  number: number;
  top: number;
  row: Row | null;
  selected: boolean;
  over: boolean;
  /** The block's, if their bits are shown. */
  bytes: Uint8Array | null;
  timing: StepTiming | null;
  words: UnknownWords;
  warnings: Warning[] | null;
}) {
  const { number, row, timing } = props;
  const inspector = useInspector();
  const place = row === null ? null : { block: row.block, row: row.row, fault: false, byte: null };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      id={`field-${number}`}
      role="row"
      aria-rowindex={number + 2}
      aria-selected={props.selected}
      className={styles.fieldRow}
      data-kind={row?.kind ?? "none"}
      data-over={props.over || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => place !== null && inspector.select(place)}
      onPointerEnter={() => place !== null && inspector.hover(place)}
    >
      <span role="gridcell" className={clsx("dim", styles.number)}>
        {number + 1}
      </span>
      {row !== null && (
        <>
          <span role="gridcell">
            <KindName kind={row.kind} short />
          </span>
          <NameCell row={row} words={props.words} />
          <ValueCell row={row} words={props.words} />
          {props.bytes !== null && <BitsCell row={row} bytes={props.bytes} />}
          <span role="gridcell" className={clsx("dim", styles.number, styles.at)} data-detail="">
            {byteRange(row.start, row.end)}
          </span>
          <span role="gridcell" className={clsx(styles.number, styles.index)} data-detail="">
            {row.index === 0 ? "" : row.index}
          </span>
          <span role="gridcell" className={styles.huffman} data-detail="">
            <HuffmanMarks row={row} />
          </span>
          <span role="gridcell" className={clsx(styles.number, styles.wire)}>
            {count(row.end - row.start)} B
          </span>
          <span role="gridcell" className={clsx("dim", styles.number, styles.plain)} data-detail="">
            {plainOf(row)}
          </span>
          <span role="gridcell" className={styles.number} data-column="time" data-detail="">
            {timing?.step == null ? "" : nanoseconds(timing.step.median)}
          </span>
          {props.warnings !== null && (
            <span role="gridcell" data-warnings="">
              {props.warnings.map((warning) => (
                <RowWarning key={warning.code + warning.message} warning={warning} />
              ))}
            </span>
          )}
        </>
      )}
    </div>
  );
});

/** The row's figures as text, to find the widest of each column. */
export function figuresOf(row: Row): { at: string; index: string; wire: string; plain: string } {
  return {
    at: byteRange(row.start, row.end),
    index: row.index === 0 ? "" : String(row.index),
    wire: `${count(row.end - row.start)} B`,
    plain: plainOf(row),
  };
}

function NameCell({ row, words }: { row: Row; words: UnknownWords }) {
  if (row.kind === "size-update") {
    return (
      <span role="gridcell" className={clsx("dim", styles.sans)} data-cut="">
        maximum size
      </span>
    );
  }
  return (
    <span role="gridcell" data-cut="">
      {has(row, "nameGuessed") ? (
        <Guessed text={lettersOf(row.name)} />
      ) : has(row, "nameUnknown") ? (
        <UnknownCell row={row} part="name" words={words} />
      ) : (
        row.name
      )}
    </span>
  );
}

function ValueCell({ row, words }: { row: Row; words: UnknownWords }) {
  if (row.kind === "size-update") {
    return <span role="gridcell">{counted(row.size, "byte")}</span>;
  }
  return (
    <span role="gridcell" className={styles.value} data-cut="">
      {has(row, "valueGuessed") ? (
        <Guessed text={lettersOf(row.value)} />
      ) : has(row, "valueUnknown") ? (
        <UnknownCell row={row} part="value" words={words} />
      ) : (
        row.value
      )}
      {has(row, "valueCut") && "…"}
    </span>
  );
}

/** Most bytes whose bits are shown: a wide column's worth. */
const BITS_MOST = 24;

/** The bytes in bits, the representation's pattern apart. */
function BitsCell({ row, bytes }: { row: Row; bytes: Uint8Array }) {
  const strings = stringRanges(bytes, row);
  const isString = (at: number) => strings.some(([from, to]) => at >= from && at < to);
  const shown = Array.from(bytes.subarray(row.start, Math.min(row.end, row.start + BITS_MOST)));
  return (
    <span role="gridcell" className={styles.bits} data-cut="">
      {shown.map((byte, nth) => {
        const digits = byte.toString(2).padStart(8, "0");
        const pattern = nth === 0 ? 8 - PREFIX_BITS[row.kind] : 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a byte's place is its identity
          <span key={nth} data-string={isString(row.start + nth) || undefined}>
            {pattern > 0 && <b>{digits.slice(0, pattern)}</b>}
            {digits.slice(pattern)}{" "}
          </span>
        );
      })}
      {row.end - row.start > BITS_MOST && "…"}
    </span>
  );
}

/** The first unknown cell says so, the next one says why. */
function UnknownCell({ row, part, words }: { row: Row; part: "name" | "value"; words: UnknownWords }) {
  const how = has(row, "impossible") ? "impossible" : "unknown";
  const [what, why] = words[how].split(": ");
  // If both are unknown, the name's cell says so and the value's says why.
  const both = has(row, "nameUnknown") && has(row, "valueUnknown");
  const text = !both ? words[how] : part === "name" ? what : why;
  return (
    <Unknown data-how={how} {...tip(UNKNOWN_WHY[how])}>
      {how === "impossible" && part === "name" && <KindMark kind="error" />} {text}
    </Unknown>
  );
}

/** The user's guess for an unknown entry. */
function Guessed({ text }: { text: string }) {
  return (
    <span {...tip("Your guess at an unknown entry")}>
      <Tag look="guess">guess</Tag> {text}
    </span>
  );
}

function plainOf(row: Row): string {
  if (row.kind === "size-update") return "";
  if (has(row, "nameUnknown") || has(row, "valueUnknown")) return "?";
  return `${count(row.nameBytes + row.valueBytes)} B`;
}

function HuffmanMarks({ row }: { row: Row }) {
  const name = has(row, "nameHuffman");
  const value = has(row, "valueHuffman");
  if (name || value) {
    const what = name && value ? "name and value Huffman-coded" : name ? "name Huffman-coded" : "value Huffman-coded";
    return (
      <>
        <span aria-hidden="true" {...tip(what)}>
          {name && "n"}
          {name && value && "\u2009"}
          {value && "v"}
        </span>
        <span className="sr-only">{what}</span>
      </>
    );
  }
  if (has(row, "nameLiteral") || has(row, "valueLiteral")) {
    return (
      <span className="dim" {...tip("Plain strings, not Huffman-coded")}>
        raw
      </span>
    );
  }
  return null;
}

export function FaultRow(props: {
  number: number;
  top: number;
  fault: Fault | null;
  selected: boolean;
  onSelect: () => void;
  onOver: () => void;
}) {
  const { fault } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      id={`field-${props.number}`}
      role="row"
      aria-rowindex={props.number + 2}
      aria-selected={props.selected}
      className={clsx(styles.fieldRow, styles.faultRow)}
      data-kind="error"
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={props.onSelect}
      onPointerEnter={props.onOver}
    >
      <span role="gridcell" className={styles.number}>
        <KindMark kind="error" />
      </span>
      <span role="gridcell" className={styles.faultCode}>
        {fault?.code ?? ""}
      </span>
      <span role="gridcell" className={styles.faultMessage} data-cut="">
        {sentence(fault?.message ?? "")}
      </span>
      <span role="gridcell" className={styles.number}>
        {fault === null ? "" : `byte ${fault.at}`}
      </span>
    </div>
  );
}
