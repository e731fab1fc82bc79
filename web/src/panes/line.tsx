/** The lines of a block's list: a field or size update, a frame's own bytes, or the error. */
import { clsx } from "clsx";
import { Fragment, type MouseEvent, memo, type PointerEvent, type ReactNode, type Ref } from "react";
import { lettersOf, type ShownText } from "../engine/shown-text";
import type { ErrorDetail, Kind, Warning } from "../engine/types";
import { hasFlag, isInStrings, type Row } from "../engine/windows";
import { useCached } from "../session/inspector";
import { UNKNOWN_WHY, type UnknownWords, useUnknownWords } from "../session/unknown";
import { Button } from "../ui/button";
import { count, counted, hex } from "../ui/figures";
import { KIND_NAMES, KindMark } from "../ui/kind";
import { Cell, GridRow } from "../ui/row-list";
import { Tag, Unknown } from "../ui/tag";
import { tip } from "../ui/tip";
import { errorPhrase } from "./error-phrase";
import styles from "./fields-pane.module.css";
import { type FrameLine, type ListedFrame, type ListedFraming, leadOf } from "./lines";
import { RowWarning } from "./warnings";

/** What all lines have. Bytes are given by their offset in the block, or in the frame's own bytes; -1 if none. */
export type LineProps = {
  place: number;
  top: number;
  selected: boolean;
  over: boolean;
  /** Number of bytes that an unopened line shows. */
  most: number;
  isOpen: boolean;
  chosen: number;
  pointed: number;
  measure: Ref<HTMLDivElement>;
  /** `byte`: the byte under the pointer, null beside them. */
  onSelect: (place: number, byte: number | null) => void;
  onOver: (place: number, byte: number | null) => void;
  onToggle: (place: number) => void;
};

type Shown = { text: string; isString?: boolean; isError?: boolean };

/** Most bytes of an opened line. */
const OPEN_BYTES = 512;

/** Most bytes in the cell of a table. */
const CELL_BYTES = 16;

/** Names and values of more characters than this together do not fit into an unopened line. */
const LONG_TEXT = 36;

function byteUnder({ target }: MouseEvent | PointerEvent): number | null {
  const byte = target instanceof HTMLElement ? target.dataset.byte : undefined;
  return byte === undefined ? null : Number(byte);
}

function ListLine(
  props: LineProps & {
    kind: Kind | "error" | "frame";
    /** The range of its bytes. */
    from: number;
    to: number;
    byteAt: (at: number) => Shown;
    isLong?: boolean;
    what: ReactNode;
    where: ReactNode;
    /** Null if it takes none. */
    time: string | null;
    children?: ReactNode;
  },
) {
  const { place, kind, from, to, most, isOpen } = props;
  const isLong = props.isLong || to - from > most;
  // An unopened line shows the error's byte, or else the selected one; “…” takes the place of a byte.
  const fitting = isOpen ? OPEN_BYTES : to - from > most ? most - 1 : most;
  const isAfter = props.chosen >= from + fitting && props.chosen < to;
  const length = Math.min(to - from, isAfter ? fitting - 1 : fitting);
  const first = isAfter ? Math.min(props.chosen - 2, to - length) : from;
  return (
    <GridRow
      ref={isOpen ? props.measure : undefined}
      data-index={place}
      id={`field-${place}`}
      place={place}
      top={props.top}
      aria-selected={props.selected}
      className={styles.line}
      data-kind={kind}
      data-over={props.over || undefined}
      data-open={isOpen || undefined}
      onClick={(event) => props.onSelect(place, byteUnder(event))}
      onPointerMove={(event) => props.onOver(place, event.pointerType === "touch" ? null : byteUnder(event))}
    >
      <Cell className={styles.bytes} data-bytes="">
        <Bytes {...props} first={first} length={length}>
          {isOpen && first + length < to && `… ${counted(to - first - length, "more byte")} `}
          {isLong && (
            <Button
              look="link"
              className={styles.more}
              tabIndex={-1}
              aria-expanded={isOpen}
              aria-label={`${isOpen ? "Less" : "All"} of line ${place + 1}`}
              onClick={(event) => {
                event.stopPropagation();
                props.onToggle(place);
              }}
              {...tip(isOpen ? "Less (Enter)" : "All of it (Enter)")}
            >
              {isOpen ? "less" : "…"}
            </Button>
          )}
        </Bytes>
      </Cell>
      <Cell className={styles.what}>{props.what}</Cell>
      <Cell className={styles.where}>{props.where}</Cell>
      <Cell className={clsx("dim number", styles.time)} data-column="time">
        {props.time}
      </Cell>
      {props.children}
    </GridRow>
  );
}

/** `length` bytes from `first` on. */
function Bytes(props: {
  kind: Kind | "error" | "frame";
  from: number;
  first: number;
  length: number;
  byteAt: (at: number) => Shown;
  chosen?: number;
  pointed?: number;
  children: ReactNode;
}) {
  const { kind, from, first, length, chosen, pointed } = props;
  return (
    <>
      <KindMark kind={kind} />
      <span>
        {first > from && "… "}
        {Array.from({ length }, (_, nth) => first + nth).map((byte) => {
          const { text, isString, isError } = props.byteAt(byte);
          return (
            <Fragment key={byte}>
              <span
                data-byte={byte}
                data-string={isString || undefined}
                data-error={isError || undefined}
                data-chosen={byte === chosen || undefined}
                data-pointed={byte === pointed || undefined}
              >
                {text}
              </span>{" "}
            </Fragment>
          );
        })}
        {props.children}
      </span>
    </>
  );
}

/** A row's bytes, by their offset in its block. */
function bytesOf(row: Row, block: Uint8Array): (at: number) => Shown {
  return (at) => ({ text: hex(block[at] ?? 0), isString: isInStrings(row.strings, at) });
}

/** A field's line in the cell of a table. */
export function FieldCell({ row, block }: { row: Row; block: Uint8Array }) {
  const words = useUnknownWords();
  const { kind, start, end } = row;
  const length = Math.min(end - start, CELL_BYTES);
  return (
    <td className={styles.cell} data-kind={kind}>
      <span className={styles.what}>
        <NameAndValue row={row} words={words} />
      </span>
      <span className={styles.bytes}>
        <Bytes kind={kind} from={start} first={start} length={length} byteAt={bytesOf(row, block)}>
          {length < end - start && `… ${counted(end - start, "byte")}`}
        </Bytes>
      </span>
      <span className={styles.where}>
        <Where row={row} />
      </span>
    </td>
  );
}

export const FieldLine = memo(function FieldLine(
  props: LineProps & {
    row: Row;
    /** The block's. */
    block: Uint8Array;
    time: string;
    words: UnknownWords;
    warnings: Warning[] | null;
  },
) {
  const { row, block, words, warnings } = props;
  return (
    <ListLine
      {...props}
      kind={row.kind}
      from={row.start}
      to={row.end}
      byteAt={bytesOf(row, block)}
      isLong={row.name.length + row.value.length > LONG_TEXT}
      what={<NameAndValue row={row} words={words} />}
      where={<Where row={row} />}
    >
      {warnings !== null && (
        <Cell data-warnings="">
          {warnings.map((warning) => (
            <RowWarning key={warning.code + warning.message} warning={warning} />
          ))}
        </Cell>
      )}
    </ListLine>
  );
});

export function NameAndValue({ row, words }: { row: Row; words: UnknownWords }) {
  if (row.kind === "size-update") {
    return (
      <>
        <span className="dim" data-name="">
          maximum size
        </span>{" "}
        <b data-value="">{counted(row.size, "byte")}</b>
      </>
    );
  }
  const name = hasFlag(row, "nameUnknown");
  const value = hasFlag(row, "valueUnknown");
  const how = hasFlag(row, "impossible") ? "impossible" : "unknown";
  const [what = "", why = ""] = words[how].split(": ");
  const shown = (text: ShownText, isGuess: boolean, unknown: string | null) => {
    if (isGuess) return <Guessed text={lettersOf(text)} />;
    if (unknown === null) return text;
    return (
      <Unknown data-how={how} {...tip(UNKNOWN_WHY[how])}>
        {unknown}
      </Unknown>
    );
  };
  // If both are unknown, the name says so and the value says why.
  return (
    <>
      <span data-name="">
        {shown(row.name, hasFlag(row, "nameGuessed"), name ? (value ? what : words[how]) : null)}
      </span>
      {": "}
      <b data-value="">{shown(row.value, hasFlag(row, "valueGuessed"), value ? (name ? why : words[how]) : null)}</b>
    </>
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

/** Number of entries of the static table (RFC 7541, appendix A). */
const STATIC = 61;

function entryName(index: number): string {
  return `${index <= STATIC ? "static" : "entry"} ${index}`;
}

/** The table's entries that it refers to, adds and evicts. */
function Where({ row }: { row: Row }) {
  const { kind, index } = row;
  const said = {
    indexed: entryName(index),
    incremental: hasFlag(row, "inserted") ? `adds ${STATIC + 1}` : "too large to add",
    without: KIND_NAMES.without,
    never: KIND_NAMES.never,
    "size-update": KIND_NAMES["size-update"],
  }[kind];
  const literal = index === 0 ? "name and value spelled out" : `name from ${entryName(index)}`;
  return (
    <span
      {...tip(kind === "indexed" ? undefined : `${KIND_NAMES[kind]}${kind === "size-update" ? "" : `, ${literal}`}`)}
    >
      <span className="sr-only">{kind === "indexed" || kind === "incremental" ? `${KIND_NAMES[kind]}: ` : ""}</span>
      {said}
      {row.evicted > 0 && <Evicted row={row} />}
    </span>
  );
}

/** By their indices before the step; their number where those are not known. */
function Evicted({ row }: { row: Row }) {
  const { evicted } = row;
  const left = useCached()((known) => known.entriesAfter(row.row));
  if (left === null) return `, evicts ${counted(evicted, "entry", "entries")}`;
  const last = STATIC + left + evicted - (hasFlag(row, "inserted") ? 1 : 0);
  const first = last - evicted + 1;
  return `, evicts ${count(first)}${evicted > 1 ? `–${count(last)}` : ""}`;
}

export const FrameBytesLine = memo(function FrameBytesLine(
  props: LineProps & { framing: ListedFraming; line: FrameLine },
) {
  const { framing, line } = props;
  const frame = framing.frames[line.nth];
  if (frame === undefined) return null;
  const flags = frame.parts.find(({ name }) => name === "Flags")?.text;
  return (
    <ListLine
      {...props}
      kind="frame"
      from={line.from}
      to={line.to}
      byteAt={(at) => frameByte(frame, at)}
      what={
        <>
          {frame.kind} {line.isPadding ? "padding" : "frame"}
          {!line.isPadding && flags !== undefined && <span className="dim"> {flags}</span>}
        </>
      }
      where={line.isPadding ? counted(frame.padding, "byte") : `stream ${count(framing.stream)}`}
      time={null}
    />
  );
});

/** A frame's own byte; padding that follows a byte that is not zero is unknown. */
function frameByte(frame: ListedFrame, at: number): Shown {
  const lead = leadOf(frame);
  if (at < lead) return { text: hex(frame.parts.flatMap((part) => part.bytes)[at] ?? 0), isString: true };
  const { paddingError } = frame;
  if (paddingError === null || at - lead < paddingError) return { text: "00", isString: true };
  return at - lead === paddingError ? { text: "≠0", isError: true } : { text: "··", isString: true };
}

export const ErrorLine = memo(function ErrorLine(props: LineProps & { error: ErrorDetail; block: Uint8Array }) {
  const { error, block, chosen } = props;
  // The byte of an error can be the first that was not read.
  const to = Math.min(Math.max(error.end, error.at + 1), block.length);
  const left = block.length - to;
  return (
    <ListLine
      {...props}
      chosen={chosen < 0 ? error.at : chosen}
      kind="error"
      from={error.fieldOffset}
      to={to}
      byteAt={(at) => ({ text: hex(block[at] ?? 0), isError: at === error.at })}
      what={
        <>
          <strong>{errorPhrase(error)}</strong>
          {left > 0 && <span className="dim"> {counted(left, "byte")} after it not decoded</span>}
        </>
      }
      where={`byte ${count(error.at)}`}
      time="–"
    />
  );
});
