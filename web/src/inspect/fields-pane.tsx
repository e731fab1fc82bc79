/** The fields and size updates of the selected block, one a row; its fault at the end. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import type { Fault, StepTiming } from "../engine/types";
import { type Block, has, type Row } from "../engine/windows";
import { firstOf, lastOf, nextIn, previousIn } from "../session/selection";
import { isOpen } from "../session/session";
import { count, counted, nanoseconds } from "../ui/figures";
import { KindMark, KindName } from "../ui/kind";
import { Empty, Pane } from "../ui/pane";
import { sentence } from "../ui/section";
import { useAnswer } from "../ui/use-answer";
import { NARROW, useMedia } from "../ui/use-media";
import { useInspector, useRowsAt, useSelectedBlock, useSession } from "./inspector";
import { Nothing } from "./nothing";
import { octetRange } from "./place-name";
import { UNKNOWN_TEXT, UNKNOWN_WHY } from "./unknown";
import { UnknownStartOffer } from "./unknown-start-offer";
import "./fields-pane.css";

const ROW_HEIGHT = 28;
/** Room for the fault's sentence in a narrow window. */
const FAULT_HEIGHT_NARROW = 76;

export function FieldsPane() {
  const block = useSelectedBlock();
  const isAnything = useSession(isOpen);
  const narrow = useMedia(NARROW);
  const note =
    block === null
      ? null
      : `${count(block.fields)} · ${count(block.octets)} B on the wire, ${count(block.plainOctets)} B plain`;
  return (
    <Pane id="fields" title="Fields" note={note}>
      {!isAnything ? (
        <Nothing>The fields that a block decodes to stand here</Nothing>
      ) : block === null ? null : block.rows === 0 && !block.fault ? (
        <Empty>No field in this block</Empty>
      ) : (
        <>
          <LimitChanges block={block} />
          {narrow && <UnknownStartOffer />}
          <FieldGrid key={block.block} block={block} />
        </>
      )}
    </Pane>
  );
}

function FieldGrid({ block }: { block: Block }) {
  const inspector = useInspector();
  const selection = useSession((session) => session.selection);
  const over = useSession((session) => session.hover);
  const timing = useSession((session) => session.timing.results.get(block.block) ?? null);
  const grid = useRef<HTMLDivElement>(null);
  const faultHeight = useMedia(NARROW) ? FAULT_HEIGHT_NARROW : ROW_HEIGHT;
  const total = block.rows + (block.fault ? 1 : 0);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => grid.current,
    estimateSize: (index) => (index < block.rows ? ROW_HEIGHT : faultHeight),
    // The heading lies over the first row's place.
    scrollPaddingStart: ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = Math.min((items.at(-1)?.index ?? -1) + 1, block.rows);
  const rowAt = useRowsAt(block.firstRow + first, block.firstRow + last);
  const fault = useFault(block);

  const place = selection.fault ? block.rows : (selection.row ?? block.firstRow) - block.firstRow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection scrolls
  useEffect(() => {
    if (selection.block === block.block) virtual.scrollToIndex(place, { align: "auto" });
  }, [place, selection.block, block.block]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const PAGE_ROWS = 12;
    if (event.key === "ArrowDown") inspector.select(nextIn(block, selection) ?? selection);
    else if (event.key === "ArrowUp") inspector.select(previousIn(block, selection) ?? selection);
    else if (event.key === "Home") inspector.select(firstOf(block));
    else if (event.key === "End") inspector.select(lastOf(block));
    else if (event.key === "PageDown" || event.key === "PageUp") {
      const to = place + (event.key === "PageDown" ? PAGE_ROWS : -PAGE_ROWS);
      const row = block.firstRow + Math.min(Math.max(to, 0), Math.max(block.rows - 1, 0));
      if (block.rows > 0) inspector.select({ block: block.block, row, fault: false, octet: null });
    } else return;
    event.preventDefault();
  }

  const drawn = items.some((item) => item.index === place) && (selection.row !== null || selection.fault);
  return (
    <div
      ref={grid}
      className="field-grid scroll"
      role="grid"
      aria-label="Fields"
      aria-rowcount={total + 1}
      tabIndex={0}
      aria-activedescendant={drawn ? `field-${place}` : undefined}
      onKeyDown={onKeyDown}
      onPointerLeave={() => inspector.hover(null)}
    >
      <div role="row" aria-rowindex={1} className="field-row field-head">
        <span role="columnheader" className="number">
          #
        </span>
        <span role="columnheader">representation</span>
        <span role="columnheader">name</span>
        <span role="columnheader">value</span>
        <span role="columnheader" className="number at">
          octets
        </span>
        <span role="columnheader" className="number index">
          index
        </span>
        <span
          role="columnheader"
          className="huffman"
          title="Which of the literal strings are Huffman-coded: n the name, v the value"
        >
          Huff.
        </span>
        <span role="columnheader" className="number" title="Octets in the block">
          wire
        </span>
        <span role="columnheader" className="number plain" title="Octets of name and value">
          plain
        </span>
        <span role="columnheader" className="number time" title="Median time of the step, warm and replayed">
          time
        </span>
      </div>
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {items.map((item) => {
          if (item.index >= block.rows) {
            return (
              <FaultRow
                key="fault"
                number={item.index}
                top={item.start}
                fault={fault}
                selected={selection.fault && selection.block === block.block}
                onSelect={() => inspector.select({ block: block.block, row: null, fault: true, octet: null })}
                onOver={() => inspector.hover({ block: block.block, row: null, fault: true, octet: null })}
              />
            );
          }
          const row = block.firstRow + item.index;
          return (
            <FieldRow
              key={item.index}
              number={item.index}
              top={item.start}
              row={rowAt(row)}
              selected={selection.row === row}
              over={over?.row === row}
              timing={timing?.steps[item.index] ?? null}
            />
          );
        })}
      </div>
    </div>
  );
}

/** What was acknowledged between the block before and this one. */
function LimitChanges({ block }: { block: Block }) {
  const { client } = useInspector();
  const opened = useSession((session) => session.opened);
  const detail = useAnswer(() => client.core.detail(block.block), [block.block, opened]);
  if (detail === null || detail.block !== block.block || detail.limitChanges.length === 0) return null;
  return (
    <p className="limit-changes">
      Acknowledged before this block: SETTINGS_HEADER_TABLE_SIZE{" "}
      {detail.limitChanges.map((limit) => count(limit)).join(", then ")}
    </p>
  );
}

function useFault(block: Block): Fault | null {
  const { client } = useInspector();
  const opened = useSession((session) => session.opened);
  return useAnswer(async () => {
    return block.fault ? ((await client.core.detail(block.block))?.fault ?? null) : null;
  }, [block.block, block.fault, opened]);
}

const FieldRow = memo(function FieldRow(props: {
  number: number;
  top: number;
  row: Row | null;
  selected: boolean;
  over: boolean;
  timing: StepTiming | null;
}) {
  const { number, row, timing } = props;
  const inspector = useInspector();
  const place = row === null ? null : { block: row.block, row: row.row, fault: false, octet: null };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      id={`field-${number}`}
      role="row"
      aria-rowindex={number + 2}
      aria-selected={props.selected}
      className={`field-row kind-${row?.kind ?? "none"}${props.over ? " over" : ""}`}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => place !== null && inspector.select(place)}
      onPointerEnter={() => place !== null && inspector.hover(place)}
    >
      <span role="gridcell" className="number dim">
        {number + 1}
      </span>
      {row !== null && (
        <>
          <span role="gridcell">
            <KindName kind={row.kind} short />
          </span>
          <NameCell row={row} />
          <ValueCell row={row} />
          <span role="gridcell" className="number at dim">
            {octetRange(row.start, row.end)}
          </span>
          <span role="gridcell" className="number index">
            {row.index === 0 ? "" : row.index}
          </span>
          <span role="gridcell" className="huffman">
            <HuffmanMarks row={row} />
          </span>
          <span role="gridcell" className="number">
            {count(row.end - row.start)} B
          </span>
          <span role="gridcell" className="number plain dim">
            {plainOf(row)}
          </span>
          <span role="gridcell" className="number time">
            {timing?.step == null ? "" : nanoseconds(timing.step.median)}
          </span>
        </>
      )}
    </div>
  );
});

function NameCell({ row }: { row: Row }) {
  if (row.kind === "size-update") {
    return (
      <span role="gridcell" className="dim sans">
        maximum size
      </span>
    );
  }
  return (
    <span role="gridcell" className="name" title={row.name}>
      {has(row, "nameUnknown") ? <Unknown row={row} part="name" /> : row.name}
    </span>
  );
}

function ValueCell({ row }: { row: Row }) {
  if (row.kind === "size-update") {
    return <span role="gridcell">{counted(row.size, "octet")}</span>;
  }
  return (
    <span role="gridcell" className="value" title={row.value}>
      {has(row, "valueUnknown") ? <Unknown row={row} part="value" /> : row.value}
      {has(row, "valueCut") && "…"}
    </span>
  );
}

/** Says that it is not known in the first cell of which this is so, and why in the next. */
function Unknown({ row, part }: { row: Row; part: "name" | "value" }) {
  const how = has(row, "impossible") ? "impossible" : "unknown";
  const [what, why] = UNKNOWN_TEXT[how].split(": ");
  const text =
    part === "value" && has(row, "nameUnknown")
      ? why
      : has(row, "valueUnknown") && part === "value"
        ? UNKNOWN_TEXT[how]
        : what;
  return (
    <em className="unknown" title={UNKNOWN_WHY[how]}>
      {text}
    </em>
  );
}

function plainOf(row: Row): string {
  if (row.kind === "size-update") return "";
  if (has(row, "nameUnknown") || has(row, "valueUnknown")) return "?";
  return `${count(row.nameOctets + row.valueOctets)} B`;
}

function HuffmanMarks({ row }: { row: Row }) {
  const name = has(row, "nameHuffman");
  const value = has(row, "valueHuffman");
  if (name || value) {
    const what = name && value ? "name and value Huffman-coded" : name ? "name Huffman-coded" : "value Huffman-coded";
    return (
      <>
        <span aria-hidden="true" title={what}>
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
      <span className="dim" title="Strings as they are, not Huffman-coded">
        raw
      </span>
    );
  }
  return null;
}

function FaultRow(props: {
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
      className="field-row kind-error fault-row"
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={props.onSelect}
      onPointerEnter={props.onOver}
    >
      <span role="gridcell" className="number">
        <KindMark kind="error" />
      </span>
      <span role="gridcell" className="fault-code">
        {fault?.code ?? ""}
      </span>
      <span role="gridcell" className="fault-message" title={fault?.message}>
        {sentence(fault?.message ?? "")}
      </span>
      <span role="gridcell" className="number">
        {fault === null ? "" : `octet ${fault.at}`}
      </span>
    </div>
  );
}
