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
import { Cell, GridRow } from "../ui/row-list";
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
    <GridRow
      id={`field-${number}`}
      place={number}
      top={props.top}
      aria-selected={props.selected}
      className={styles.fieldRow}
      data-kind={row?.kind ?? "none"}
      data-over={props.over || undefined}
      onClick={() => place !== null && inspector.select(place)}
      onPointerMove={() => place !== null && inspector.hover(place)}
    >
      <Cell className="dim number">{number + 1}</Cell>
      {row !== null && (
        <>
          <Cell>
            <KindName kind={row.kind} short />
          </Cell>
          <NameCell row={row} words={props.words} />
          <ValueCell row={row} words={props.words} />
          {props.bytes !== null && <BitsCell row={row} bytes={props.bytes} />}
          <Cell className={clsx("dim number", styles.at)} data-detail="">
            {byteRange(row.start, row.end)}
          </Cell>
          <Cell className={clsx("number", styles.index)} data-detail="">
            {row.index === 0 ? "" : row.index}
          </Cell>
          <Cell className={styles.huffman} data-detail="">
            <HuffmanMarks row={row} />
          </Cell>
          <Cell className={clsx("number", styles.wire)}>{`${count(row.end - row.start)} B`}</Cell>
          <Cell className={clsx("dim number", styles.plain)} data-detail="">
            {plainOf(row)}
          </Cell>
          <Cell className="number" data-column="time" data-detail="">
            {timing?.step == null ? "" : nanoseconds(timing.step.median)}
          </Cell>
          {props.warnings !== null && (
            <Cell data-warnings="">
              {props.warnings.map((warning) => (
                <RowWarning key={warning.code + warning.message} warning={warning} />
              ))}
            </Cell>
          )}
        </>
      )}
    </GridRow>
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
    return <Cell className={clsx("dim", styles.sans)}>maximum size</Cell>;
  }
  return (
    <Cell>
      {has(row, "nameGuessed") ? (
        <Guessed text={lettersOf(row.name)} />
      ) : has(row, "nameUnknown") ? (
        <UnknownCell row={row} part="name" words={words} />
      ) : (
        row.name
      )}
    </Cell>
  );
}

function ValueCell({ row, words }: { row: Row; words: UnknownWords }) {
  if (row.kind === "size-update") {
    return <Cell>{counted(row.size, "byte")}</Cell>;
  }
  return (
    <Cell className={styles.value}>
      {has(row, "valueGuessed") ? (
        <Guessed text={lettersOf(row.value)} />
      ) : has(row, "valueUnknown") ? (
        <UnknownCell row={row} part="value" words={words} />
      ) : (
        row.value
      )}
      {has(row, "valueCut") && "…"}
    </Cell>
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
    <Cell className={styles.bits}>
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
    </Cell>
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
    <GridRow
      id={`field-${props.number}`}
      place={props.number}
      top={props.top}
      aria-selected={props.selected}
      className={clsx(styles.fieldRow, styles.faultRow)}
      data-kind="error"
      onClick={props.onSelect}
      onPointerEnter={props.onOver}
    >
      <Cell className="number">
        <KindMark kind="error" />
      </Cell>
      <Cell className={styles.faultCode}>{fault?.code ?? ""}</Cell>
      <Cell className={clsx("number", styles.sans)}>{fault === null ? "" : `byte ${fault.at}`}</Cell>
    </GridRow>
  );
}
