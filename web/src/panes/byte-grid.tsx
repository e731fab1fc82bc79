/** The bytes of a block in lines of 8 or 16; every byte can be pointed at, selected and reached by keyboard. */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useMemo } from "react";
import type { Framing } from "../engine/types";
import { useHovered, useInspector, useKnown, useSession } from "../inspector/inspector";
import { type FramePlace, type Selection, START } from "../session/selection";
import { evenRows } from "../ui/row-heights";
import { RowList } from "../ui/row-list";
import { useRows } from "../ui/use-rows";
import { useWidth } from "../ui/use-width";
import { ByteLine } from "./byte-line";
import styles from "./bytes-pane.module.css";
import { type Cover, rangeOf, useCovers } from "./covers";
import { FrameLine } from "./frame-line";
import { lineAt, lineOf, type Move, moved, type Place, type Wire, wireOf } from "./wire";

const LINE_HEIGHT = 26;
/** Space above and below the lines, CSS pixels. */
const PADDING = 4;
/** Width that 16 bytes and their characters need, CSS pixels. */
const WIDE = 560;

export function ByteGrid(props: { block: number; bytes: Uint8Array; framing: Framing | null }) {
  const { block, bytes, framing } = props;
  const inspector = useInspector();
  const [element, width] = useWidth<HTMLDivElement>(WIDE);
  const perLine = width >= WIDE ? 16 : 8;
  const wire = useMemo(() => wireOf(bytes.length, framing, perLine), [bytes, framing, perLine]);
  const { lines } = wire;
  const rows = useRows(evenRows(lines, LINE_HEIGHT), { element, head: PADDING, overscan: 6 });
  const { items, reveal, room } = rows;
  const shown = blockLines(wire, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const covers = useCovers(block, bytes, perLine, shown.first, shown.last);
  const selection = useSession((session) => session.selection);
  const over = useHovered((over) => over);
  const selected = rangeOf(selection.block === block ? selection : null, covers);
  const hovered = rangeOf(over?.block === block ? over : null, covers);
  const active = selection.block === block ? (selection.byte ?? selected?.from ?? null) : null;
  const faultAt = covers.fault?.at ?? null;
  const own = selection.block === block ? (selection.frame ?? null) : null;

  const target = useTarget(block, selection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another target, or less room for it, scrolls
  useLayoutEffect(() => {
    if (target === null) return;
    // All of it if it fits, and at least its first line, or that of its error.
    for (const byte of [target.to - 1, target.from, target.at]) {
      reveal(lineOf(wire, { byte: Math.min(byte, bytes.length - 1) }));
    }
  }, [target, wire, bytes, room]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another byte scrolls
  useLayoutEffect(() => {
    if (own !== null) reveal(lineOf(wire, { frame: own }));
  }, [own?.nth, own?.at, wire]);

  function coverAt(byte: number): Cover | null {
    return covers.list.find((cover) => byte >= cover.from && byte < cover.to) ?? null;
  }

  function placeAt(byte: number): Selection | null {
    const cover = coverAt(byte);
    if (cover?.row) return { block, row: cover.row.row, fault: false, byte };
    if (cover?.kind === "error") return { block, row: null, fault: true, byte };
    return null;
  }

  function choose(byte: number) {
    const place = placeAt(byte);
    if (place !== null) inspector.select(place);
    else inspector.selectByte(block, byte);
  }

  function choosePlace(place: Place) {
    if ("byte" in place) choose(place.byte);
    else
      inspector.select({
        ...(selection.block === block ? selection : { ...START, block }),
        byte: null,
        frame: place.frame,
      });
  }

  function onKeyDown(event: KeyboardEvent) {
    const move = keyOf(event);
    if (move === null || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const to = moved(wire, own === null ? { byte: active ?? 0 } : { frame: own }, move);
    if (to !== null) choosePlace(to);
  }

  function byteUnder(event: PointerEvent | MouseEvent): number | null {
    const element = event.target instanceof HTMLElement ? event.target.dataset.byte : undefined;
    return element === undefined ? null : Number(element);
  }

  function ownUnder(event: MouseEvent): FramePlace | null {
    const data = event.target instanceof HTMLElement ? event.target.dataset : {};
    return data.frame === undefined ? null : { nth: Number(data.frame), at: Number(data.at) };
  }

  const at: Place | null = own !== null ? { frame: own } : active === null ? null : { byte: active };
  const line = at === null ? -1 : lineOf(wire, at);
  const activeDrawn = items.some((item) => item.index === line) && (own !== null || (active ?? 0) < bytes.length);
  return (
    <RowList
      rows={rows}
      className={styles.byteGrid}
      role="grid"
      aria-label="Bytes"
      aria-rowcount={lines}
      aria-colcount={perLine + 1}
      active={activeDrawn ? (own === null ? `byte-${active}` : `frame-byte-${own.nth}-${own.at}`) : null}
      data-per-line={perLine}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const byte = byteUnder(event);
        const frame = ownUnder(event);
        if (byte !== null) choose(byte);
        else if (frame !== null) choosePlace({ frame });
      }}
      onPointerMove={(event) => {
        const byte = event.pointerType === "touch" ? null : byteUnder(event);
        if (byte !== null) inspector.hover(placeAt(byte));
      }}
      onPointerLeave={() => inspector.hover(null)}
    >
      {(item) => {
        const line = lineAt(wire, item.index);
        if (line === null) return null;
        const { from, to } = line;
        const frame = framing?.frames[line.nth];
        if (line.sort !== "block" && frame !== undefined) {
          return (
            <FrameLine
              key={item.key}
              number={item.index}
              top={item.start}
              frame={frame}
              nth={line.nth}
              from={from}
              to={to}
              perLine={perLine}
              selected={own?.nth === line.nth}
              chosen={own?.nth === line.nth && own.at >= from && own.at < to ? own.at : -1}
            />
          );
        }
        return (
          <ByteLine
            key={item.key}
            number={item.index}
            top={item.start}
            from={from}
            to={to}
            perLine={perLine}
            bytes={bytes}
            covers={covers.list}
            selFrom={clip(selected?.from, from, to)}
            selTo={clip(selected?.to, from, to)}
            overFrom={clip(hovered?.from, from, to)}
            overTo={clip(hovered?.to, from, to)}
            chosen={selection.byte !== null && active !== null && active >= from && active < to ? active : -1}
            pointed={over?.byte != null && over.byte >= from && over.byte < to ? over.byte : -1}
            faultAt={faultAt !== null && faultAt >= from && faultAt < to ? faultAt : -1}
          />
        );
      }}
    </RowList>
  );
}

/** The range of the block's bytes between two lines of the grid. */
function blockLines(wire: Wire, first: number, last: number): { first: number; last: number } {
  const bytes = [];
  for (let number = first; number <= last; number += 1) {
    const line = lineAt(wire, number);
    if (line?.sort === "block") bytes.push(line.from, line.to - 1);
  }
  const from = bytes[0] ?? 0;
  const to = bytes.at(-1) ?? from;
  return { first: Math.floor(from / wire.perLine), last: Math.floor(to / wire.perLine) };
}

function keyOf(event: KeyboardEvent): Move | null {
  const keys: Record<string, Move> = {
    ArrowRight: "next",
    ArrowLeft: "previous",
    ArrowDown: "down",
    ArrowUp: "up",
    PageDown: "page-down",
    PageUp: "page-up",
    Home: event.ctrlKey ? "first" : "home",
    End: event.ctrlKey ? "last" : "end",
  };
  return keys[event.key] ?? null;
}

/** Keeps a line's props the same while a range changes elsewhere, so that it need not render. */
function clip(at: number | undefined, from: number, to: number): number {
  return at === undefined ? -1 : Math.min(Math.max(at, from), to);
}

/** Bytes to scroll to for a selection made in another pane, end exclusive; `at`: the one that counts most. */
function useTarget(
  block: number,
  { block: selected, row, fault, byte }: Selection,
): { from: number; to: number; at: number } | null {
  const target = useKnown()((known) => {
    if (selected !== block) return null;
    if (byte !== null) return { from: byte, to: byte + 1 };
    const found = row === null ? null : known.row(row);
    if (row !== null) return found && { from: found.start, to: found.end };
    if (!fault) return { from: 0, to: 1 };
    const broken = known.content(block).detail?.fault ?? null;
    return broken && { from: broken.fieldOffset, to: broken.end, at: broken.at };
  });
  const { from = -1, to = -1, at = from } = target ?? {};
  return useMemo(() => (from < 0 ? null : { from, to, at }), [from, to, at]);
}
