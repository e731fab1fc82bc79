/** The fields and size updates of the selected block, one a row, then its error. */
import { clsx } from "clsx";
import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Warning } from "../engine/types";
import type { Block } from "../engine/windows";
import {
  useHovered,
  useInspector,
  useKnown,
  useRead,
  useSelectedBlock,
  useSelectedContent,
  useSession,
} from "../inspector/inspector";
import { useUnknownWords } from "../inspector/unknown";
import { count } from "../ui/figures";
import { Empty, Pane } from "../ui/pane";
import { rowsWithMore } from "../ui/row-heights";
import { type Column, HeadRow, RowList } from "../ui/row-list";
import { Sizes } from "../ui/sizes";
import { useMedia } from "../ui/use-media";
import { useRows } from "../ui/use-rows";
import { useWidest } from "../ui/use-widest";
import { FaultRow, FieldRow, figuresOf } from "./field-row";
import styles from "./fields-pane.module.css";
import { AppliedChange, Causes } from "./lazy-panes";
import { NoBlock } from "./not-decoded";

const ROW_HEIGHT = 28;
/** Height of a warning under a row, CSS pixels. */
const WARNING_HEIGHT = 20;

/** Number of rows that Page Up and Page Down move. */
const PAGE_ROWS = 12;

const COLUMNS: Column[] = [
  { name: "#", className: "number" },
  { name: "representation" },
  { name: "name" },
  { name: "value" },
  { name: "bytes", className: clsx("number", styles.at), "data-detail": "" },
  { name: "index", className: clsx("number", styles.index), "data-detail": "" },
  {
    name: "Huff.",
    className: styles.huffman,
    "data-detail": "",
    title: "Which literal strings are Huffman-coded: n for the name, v for the value",
  },
  { name: "wire", className: clsx("number", styles.wire), title: "Bytes in the block" },
  {
    name: "plain",
    className: clsx("number", styles.plain),
    title: "Bytes of name and value",
    "data-detail": "",
  },
  {
    name: "time",
    className: "number",
    "data-column": "time",
    "data-detail": "",
    title: "Median time of the step, of repeated runs",
  },
];

/** In windows of this width the other columns would leave most of the pane blank. */
const HAS_BITS = "(min-width: 2000px)";

const BITS: Column = {
  name: "bits",
  "data-column": "bits",
  title: "Bits of the representation: integers bold, strings light",
};
const COLUMNS_WITH_BITS = COLUMNS.flatMap((column) => (column.name === "value" ? [column, BITS] : [column]));

export function FieldsPane() {
  const block = useSelectedBlock();
  const hadFocus = useRef(false);
  const fault = useSelectedContent()?.detail?.fault ?? null;
  const note = block && (
    <>
      {count(block.fields)} · <Sizes encoded={block.bytes} decoded={block.plainBytes} part={partOf(block)} />
    </>
  );
  return (
    <Pane id="fields" title="Fields" note={note}>
      {block === null ? (
        <NoBlock />
      ) : block.rows === 0 && !block.fault ? (
        <Empty>No fields in this block</Empty>
      ) : (
        <>
          <LimitChanges block={block} />
          <AppliedChange block={block.block} />
          <FieldGrid key={block.block} block={block} hadFocus={hadFocus} />
          {!(block.fault && fault === null) && <Causes block={block.block} fault={fault} />}
        </>
      )}
    </Pane>
  );
}

/** Why its decoded size is a lower bound. */
function partOf(block: Block): "error" | "unknown" | null {
  if (block.fault) return "error";
  return block.unknownRows > 0 ? "unknown" : null;
}

/** `hadFocus`: the previous block's grid had the focus, which this one then takes. */
function FieldGrid({ block, hadFocus }: { block: Block; hadFocus: RefObject<boolean> }) {
  const inspector = useInspector();
  const selection = useSession((session) => session.selection);
  const over = useHovered((over) => over);
  const timing = useSession((session) => session.timing.results.get(block.block) ?? null);
  const peek = useKnown();
  const content = peek((known) => known.content(block.block));
  const fault = content?.detail?.fault ?? null;
  // Rows with warnings, in order, each once per warning.
  const warned = content === null || block.warnings === 0 ? null : content.warningItems;
  const words = useUnknownWords();
  const bytes = useMedia(HAS_BITS) ? (content?.bytes ?? null) : null;
  // No row is drawn until the heights are known: rows would move under the pointer.
  const isMeasured = block.warnings === 0 || warned !== null;
  const all = isMeasured ? block.rows + (block.fault ? 1 : 0) : 0;
  const place = selection.fault ? block.rows : (selection.row ?? block.firstRow) - block.firstRow;
  const rows = useRows(rowsWithMore(all, ROW_HEIGHT, warned, WARNING_HEIGHT), {
    head: ROW_HEIGHT,
    shown: selection.block === block.block ? place : null,
  });
  const { items } = rows;
  const first = items[0]?.index ?? 0;
  const last = Math.min((items.at(-1)?.index ?? -1) + 1, block.rows);
  const rowAt = (row: number) => peek((known) => known.row(row));
  const warnings = useWarnings(block, first, last);
  const opened = useSession((session) => session.opened);
  const figures = items.flatMap(({ index }) => {
    const row = index < block.rows ? rowAt(block.firstRow + index) : null;
    return row === null ? [] : [figuresOf(row)];
  });
  const wide = useWidest(opened, {
    number: [String(block.rows)],
    at: figures.map(({ at }) => at),
    index: figures.map(({ index }) => index),
    wire: figures.map(({ wire }) => wire),
    plain: figures.map(({ plain }) => plain),
  });

  useLayoutEffect(() => {
    const own = rows.element.current;
    if (hadFocus.current && document.activeElement === document.body) own?.focus({ preventScroll: true });
    return () => {
      hadFocus.current = own !== null && own === document.activeElement;
    };
  }, [hadFocus, rows.element]);

  function select(place: number) {
    const fault = place >= block.rows;
    inspector.select({ block: block.block, row: fault ? null : block.firstRow + place, fault, byte: null });
    // It may be selected already but scrolled out of view.
    rows.reveal(place);
  }

  const drawn = items.some((item) => item.index === place) && (selection.row !== null || selection.fault);
  return (
    <RowList
      rows={rows}
      className={styles.fieldGrid}
      style={wide}
      role="grid"
      aria-label="Fields"
      aria-rowcount={block.rows + (block.fault ? 2 : 1)}
      active={drawn ? `field-${place}` : null}
      keys={{ at: selection.row === null && !selection.fault ? -1 : place, page: PAGE_ROWS, choose: select }}
      onPointerLeave={() => inspector.hover(null)}
      data-bits={bytes !== null || undefined}
      head={<HeadRow className={styles.fieldRow} columns={bytes === null ? COLUMNS : COLUMNS_WITH_BITS} />}
    >
      {(item) => {
        if (item.index >= block.rows) {
          return (
            <FaultRow
              key="fault"
              number={item.index}
              top={item.start}
              fault={fault}
              selected={selection.fault && selection.block === block.block}
              onSelect={() => inspector.select({ block: block.block, row: null, fault: true, byte: null })}
              onOver={() => inspector.hover({ block: block.block, row: null, fault: true, byte: null })}
            />
          );
        }
        const row = block.firstRow + item.index;
        return (
          <FieldRow
            key={item.key}
            number={item.index}
            top={item.start}
            row={rowAt(row)}
            selected={selection.row === row}
            over={over?.row === row}
            bytes={bytes}
            timing={timing?.steps[item.index] ?? null}
            words={words}
            warnings={warnings.get(item.index) ?? null}
          />
        );
      }}
    </RowList>
  );
}

/** Settings acknowledged between the previous block and this one. */
function LimitChanges({ block }: { block: Block }) {
  const detail = useKnown()((known) => known.content(block.block).detail);
  if (detail === null || detail.limitChanges.length === 0) return null;
  return (
    <p className={clsx("dim small", styles.limitChanges)}>
      Acknowledged before this block: SETTINGS_HEADER_TABLE_SIZE{" "}
      {detail.limitChanges.map((limit) => count(limit)).join(", then ")}
    </p>
  );
}

/** Warnings about rows `from` to `to` (exclusive) of the block. */
function useWarnings(block: Block, from: number, to: number): ReadonlyMap<number, Warning[]> {
  const warnings = useRead((known) => (block.warnings > 0 ? known.warnings(block.block, from, to) : null));
  return useMemo(() => byItem(warnings ?? []), [warnings]);
}

/** Warnings by the row of the block that they are about. */
function byItem(warnings: Warning[]): ReadonlyMap<number, Warning[]> {
  const items = new Map<number, Warning[]>();
  for (const warning of warnings) {
    const list = items.get(warning.item);
    if (list === undefined) items.set(warning.item, [warning]);
    else list.push(warning);
  }
  return items;
}
