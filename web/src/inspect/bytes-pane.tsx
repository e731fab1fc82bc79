/** The selected block's octets: each representation by colour and pattern, its parts by weight. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useEffect, useMemo, useRef } from "react";
import { stringRanges } from "../engine/parts";
import { type Fault, KINDS, type Kind } from "../engine/types";
import type { Row } from "../engine/windows";
import type { Selection } from "../session/selection";
import { isOpen } from "../session/session";
import { CopyButton } from "../ui/copy";
import { count, hex, hexOf } from "../ui/figures";
import { KIND_NAMES, KindMark } from "../ui/kind";
import { Empty, Pane } from "../ui/pane";
import { useAnswer } from "../ui/use-answer";
import { useWidth } from "../ui/use-media";
import { useInspector, useSelectedBlock, useSelectedOctets, useSession } from "./inspector";
import { Nothing } from "./nothing";
import { blockName } from "./place-name";
import "./bytes-pane.css";

const LINE_HEIGHT = 26;
/** Room above and below the lines. */
const PADDING = 4;
/** Lines whose rows are fetched together. */
const CHUNK_LINES = 64;
/** Narrower than this, 16 octets and their characters do not stand beside each other, CSS pixels. */
const WIDE = 560;

export function BytesPane() {
  const held = useSelectedOctets();
  const block = useSelectedBlock();
  const isAnything = useSession(isOpen);
  const note = block === null ? null : `${blockName(block).toLowerCase()} · ${count(block.octets)} octets`;
  return (
    <Pane
      id="bytes"
      title="Bytes"
      note={note}
      actions={
        held !== null &&
        held.octets.length > 0 && (
          <CopyButton text={() => hexOf(held.octets, "")} label="Copy hex of the block" className="button button-plain">
            Copy hex
          </CopyButton>
        )
      }
    >
      {!isAnything ? (
        <Nothing>The octets of a block stand here</Nothing>
      ) : held === null ? null : held.octets.length === 0 ? (
        <Empty>This block is empty: a field section without fields</Empty>
      ) : (
        <ByteGrid key={held.block} block={held.block} octets={held.octets} />
      )}
      {isAnything && <Legend />}
    </Pane>
  );
}

/** What a range of octets is: a row, the fault's representation, or not decoded. */
type Cover = { from: number; to: number; kind: Kind | "error" | "none"; row: Row | null; strings: [number, number][] };

function ByteGrid({ block, octets }: { block: number; octets: Uint8Array }) {
  const inspector = useInspector();
  const grid = useRef<HTMLDivElement>(null);
  const width = useWidth(grid);
  const perLine = width === 0 || width >= WIDE ? 16 : 8;
  const lines = Math.ceil(octets.length / perLine);
  const virtual = useVirtualizer({
    count: lines,
    getScrollElement: () => grid.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const covers = useCovers(block, octets, perLine, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const selection = useSession((session) => session.selection);
  const over = useSession((session) => session.hover);
  const selected = rangeOf(selection.block === block ? selection : null, covers);
  const hovered = rangeOf(over?.block === block ? over : null, covers);
  const active = selection.block === block ? (selection.octet ?? selected?.from ?? null) : null;
  const faultAt = covers.fault?.at ?? null;

  const target = useTarget(block, selection);
  useEffect(() => {
    const view = grid.current;
    if (target === null || view === null) return;
    const top = Math.floor(target.from / perLine) * LINE_HEIGHT;
    const bottom = (Math.floor((target.to - 1) / perLine) + 1) * LINE_HEIGHT + PADDING;
    // All of it where that fits, and its first line in any case.
    if (bottom > view.scrollTop + view.clientHeight) view.scrollTop = bottom - view.clientHeight;
    if (top < view.scrollTop) view.scrollTop = top;
  }, [target, perLine]);

  function coverAt(octet: number): Cover | null {
    return covers.list.find((cover) => octet >= cover.from && octet < cover.to) ?? null;
  }

  function placeAt(octet: number): Selection | null {
    const cover = coverAt(octet);
    if (cover?.row) return { block, row: cover.row.row, fault: false, octet };
    if (cover?.kind === "error") return { block, row: null, fault: true, octet };
    return null;
  }

  function choose(octet: number) {
    const place = placeAt(octet);
    if (place !== null) inspector.select(place);
    else inspector.selectOctet(block, octet);
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = active ?? 0;
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + perLine,
      ArrowUp: at - perLine,
      PageDown: at + perLine * 8,
      PageUp: at - perLine * 8,
      Home: event.ctrlKey ? 0 : at - (at % perLine),
      End: event.ctrlKey ? octets.length - 1 : at - (at % perLine) + perLine - 1,
    }[event.key];
    if (to === undefined || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    choose(Math.min(Math.max(to, 0), octets.length - 1));
  }

  function octetUnder(event: PointerEvent | MouseEvent): number | null {
    const element = event.target instanceof HTMLElement ? event.target.dataset.octet : undefined;
    return element === undefined ? null : Number(element);
  }

  const activeDrawn =
    active !== null && items.some((item) => item.index === Math.floor(active / perLine)) && active < octets.length;
  return (
    <div
      ref={grid}
      className="byte-grid scroll"
      role="grid"
      aria-label="Bytes"
      aria-rowcount={lines}
      aria-colcount={perLine}
      tabIndex={0}
      aria-activedescendant={activeDrawn ? `octet-${active}` : undefined}
      data-per-line={perLine}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const octet = octetUnder(event);
        if (octet !== null) choose(octet);
      }}
      onPointerMove={(event) => {
        const octet = event.pointerType === "touch" ? null : octetUnder(event);
        if (octet !== null) inspector.hover(placeAt(octet));
      }}
      onPointerLeave={() => inspector.hover(null)}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {items.map((item) => {
          const from = item.index * perLine;
          const to = Math.min(from + perLine, octets.length);
          return (
            <Line
              key={item.index}
              top={item.start}
              from={from}
              to={to}
              perLine={perLine}
              octets={octets}
              covers={covers.list}
              selFrom={clip(selected?.from, from, to)}
              selTo={clip(selected?.to, from, to)}
              overFrom={clip(hovered?.from, from, to)}
              overTo={clip(hovered?.to, from, to)}
              chosen={selection.octet !== null && active !== null && active >= from && active < to ? active : -1}
              pointed={over?.octet != null && over.octet >= from && over.octet < to ? over.octet : -1}
              faultAt={faultAt !== null && faultAt >= from && faultAt < to ? faultAt : -1}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Keeps a line's props the same while a range changes elsewhere. */
function clip(at: number | undefined, from: number, to: number): number {
  return at === undefined ? -1 : Math.min(Math.max(at, from), to);
}

type Covers = { list: Cover[]; fault: Fault | null };
const NO_COVERS: Covers = { list: [], fault: null };

/** The rows that the visible lines' octets belong to, and the fault's representation after the last. */
function useCovers(block: number, octets: Uint8Array, perLine: number, firstLine: number, lastLine: number): Covers {
  const { client } = useInspector();
  const opened = useSession((session) => session.opened);
  const firstChunk = Math.floor(firstLine / CHUNK_LINES);
  const lastChunk = Math.floor(lastLine / CHUNK_LINES);
  const answer = useAnswer(async () => {
    const from = firstChunk * CHUNK_LINES * perLine;
    const to = Math.min((lastChunk + 1) * CHUNK_LINES * perLine, octets.length);
    const info = await client.block(block);
    if (info === null) return null;
    const end = info.firstRow + info.rows;
    const first = await client.core.rowAtOctet(block, from);
    const last = await client.core.rowAtOctet(block, to - 1);
    const rows = first < 0 ? [] : await client.rows(first, last < 0 ? end : last + 1);
    const fault = info.fault ? ((await client.core.detail(block))?.fault ?? null) : null;
    return { rows, fault };
  }, [block, opened, perLine, firstChunk, lastChunk]);
  return useMemo(() => {
    if (answer === null) return NO_COVERS;
    const list: Cover[] = answer.rows.map((row) => ({
      from: row.start,
      to: row.end,
      kind: row.kind,
      row,
      strings: stringRanges(octets, row),
    }));
    const { fault } = answer;
    if (fault !== null) {
      // What follows the faulty octet was never looked at.
      const known = Math.min(Math.max(fault.at + 1, fault.fieldOffset + 1), octets.length);
      list.push({ from: fault.fieldOffset, to: known, kind: "error", row: null, strings: [] });
      list.push({ from: known, to: octets.length, kind: "none", row: null, strings: [] });
    }
    return { list, fault };
  }, [answer, octets]);
}

function rangeOf(place: Selection | null, covers: Covers): { from: number; to: number } | null {
  if (place === null) return null;
  return (
    covers.list.find((cover) =>
      place.fault ? cover.kind === "error" : cover.row !== null && cover.row.row === place.row,
    ) ?? null
  );
}

/** The octets to bring into view for a selection made in another pane, end exclusive. */
function useTarget(block: number, selection: Selection): { from: number; to: number } | null {
  const { client } = useInspector();
  const { row, fault, octet } = selection;
  return useAnswer(async () => {
    if (selection.block !== block) return null;
    if (octet !== null) return { from: octet, to: octet + 1 };
    if (row !== null) {
      const found = await client.row(row);
      return found === null ? null : { from: found.start, to: found.end };
    }
    if (!fault) return { from: 0, to: 1 };
    const found = (await client.core.detail(block))?.fault;
    return found == null ? null : { from: found.fieldOffset, to: Math.max(found.at, found.fieldOffset) + 1 };
  }, [block, selection.block, row, fault, octet]);
}

type LineProps = {
  top: number;
  from: number;
  to: number;
  perLine: number;
  octets: Uint8Array;
  covers: Cover[];
  selFrom: number;
  selTo: number;
  overFrom: number;
  overTo: number;
  chosen: number;
  pointed: number;
  faultAt: number;
};

const Line = memo(function Line(props: LineProps) {
  const { from, to, perLine, octets, covers } = props;
  const cells = [];
  let characters = "";
  let number = covers.findIndex((cover) => cover.to > from);
  for (let octet = from; octet < to; octet += 1) {
    while (number >= 0 && (covers[number]?.to ?? Number.POSITIVE_INFINITY) <= octet) number += 1;
    const cover = covers[number];
    const inside = cover !== undefined && octet >= cover.from ? cover : null;
    const value = octets[octet] ?? 0;
    characters += value > 32 && value < 127 ? String.fromCharCode(value) : "·";
    const kind = inside?.kind ?? "none";
    const isString = inside?.strings.some(([start, end]) => octet >= start && octet < end) ?? false;
    const selected = octet >= props.selFrom && octet < props.selTo;
    const names = ["octet", `kind-${kind}`];
    if (isString) names.push("string");
    if (inside !== null && octet === inside.from) names.push("first");
    if (inside !== null && octet === inside.to - 1) names.push("last");
    if (selected) names.push("selected");
    if (octet >= props.overFrom && octet < props.overTo) names.push("over");
    if (octet === props.chosen) names.push("chosen");
    if (octet === props.pointed) names.push("pointed");
    if (octet === props.faultAt) names.push("fault");
    if (octet - from === perLine / 2) names.push("middle");
    cells.push(
      <span
        key={octet}
        id={`octet-${octet}`}
        role="gridcell"
        className={names.join(" ")}
        data-octet={octet}
        aria-selected={selected}
        aria-label={`octet ${octet}: ${hex(value)}, ${labelOf(kind, isString, octet === props.faultAt)}`}
      >
        {hex(value)}
      </span>,
    );
  }
  return (
    <div
      role="row"
      className="byte-line"
      aria-rowindex={from / perLine + 1}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <span className="byte-offset" role="rowheader" title={`octet ${from}`}>
        {from.toString(16).padStart(4, "0")}
      </span>
      {cells}
      <span
        className="byte-text"
        aria-hidden="true"
        style={{ marginLeft: `calc(${perLine - (to - from)} * var(--cell) + ${to - from > perLine / 2 ? 0 : 8}px)` }}
      >
        {characters}
      </span>
    </div>
  );
});

function labelOf(kind: Cover["kind"], isString: boolean, isFault: boolean): string {
  if (isFault) return "the fault";
  if (kind === "none") return "not decoded";
  if (kind === "error") return "in the broken representation";
  return `${KIND_NAMES[kind]}, ${isString ? "string" : "prefix or length"}`;
}

function Legend() {
  return (
    <ul className="legend" aria-label="Representations">
      {KINDS.map((kind) => (
        <li key={kind}>
          <KindMark kind={kind} /> {KIND_NAMES[kind]}
        </li>
      ))}
    </ul>
  );
}
