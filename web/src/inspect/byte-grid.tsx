/** The octets of a block in lines of 8 or 16; every octet can be pointed at, chosen and reached by key. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from "react";
import type { Selection } from "../session/selection";
import { useAnswer } from "../ui/use-answer";
import { useWidth } from "../ui/use-media";
import { ByteLine } from "./byte-line";
import { type Cover, rangeOf, useCovers } from "./covers";
import { useInspector, useSession } from "./inspector";

const LINE_HEIGHT = 26;
/** Room above and below the lines. */
const PADDING = 4;
/** Narrower than this, 16 octets and their characters do not stand beside each other, CSS pixels. */
const WIDE = 560;

export function ByteGrid({ block, octets }: { block: number; octets: Uint8Array }) {
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
            <ByteLine
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
