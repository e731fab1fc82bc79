/** The bytes of a block in lines of 8 or 16; every byte can be pointed at, selected and reached by keyboard. */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useMemo } from "react";
import { useCached, useHovered, useInspector, useSession } from "../session/inspector";
import type { Selection } from "../session/selection";
import { evenRows } from "../ui/row-heights";
import { RowList } from "../ui/row-list";
import { useRows } from "../ui/use-rows";
import styles from "./byte-grid.module.css";
import { byteFor } from "./byte-keys";
import { ByteLine, LINE_HEIGHT, useBytesPerLine } from "./byte-line";
import { rangeOf, useCovers } from "./covers";

/** Space above and below the lines, CSS pixels. */
const PADDING = 4;

export function ByteGrid({ block, bytes }: { block: number; bytes: Uint8Array }) {
  const inspector = useInspector();
  const [element, perLine] = useBytesPerLine();
  const lines = Math.ceil(bytes.length / perLine);
  const rows = useRows(evenRows(lines, LINE_HEIGHT), { element, head: PADDING, overscan: 6 });
  const { items, reveal, room } = rows;
  const covers = useCovers(block, bytes, perLine, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const selection = useSession((session) => session.selection);
  const over = useHovered((over) => over);
  const own = selection.block === block && selection.frame == null ? selection : null;
  const selected = rangeOf(own, covers);
  const hovered = rangeOf(over?.block === block ? over : null, covers);
  const active = own?.byte ?? selected?.from ?? null;
  const errorAt = covers.error?.at ?? null;

  const target = useTarget(block, selection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another target, or less room for it, scrolls
  useLayoutEffect(() => {
    if (target === null) return;
    // All of it if it fits, and at least its first line, or that of its error.
    for (const byte of [target.to - 1, target.from, target.at]) {
      reveal(Math.floor(Math.min(byte, bytes.length - 1) / perLine));
    }
  }, [target, perLine, bytes, room]);

  function placeAt(byte: number): Selection | null {
    const cover = covers.list.find((cover) => byte >= cover.from && byte < cover.to);
    if (cover?.row) return { block, row: cover.row.row, error: false, byte };
    return cover?.kind === "error" ? { block, row: null, error: true, byte } : null;
  }

  function choose(byte: number) {
    const place = placeAt(byte);
    if (place !== null) inspector.select(place);
    else inspector.selectByte(block, byte);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = byteFor(event, { at: active ?? 0, perLine, count: bytes.length });
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    choose(to);
  }

  function byteUnder(event: PointerEvent | MouseEvent): number | null {
    const element = event.target instanceof HTMLElement ? event.target.dataset.byte : undefined;
    return element === undefined ? null : Number(element);
  }

  const isDrawn = items.some(({ index }) => active !== null && index === Math.floor(active / perLine));
  return (
    <RowList
      rows={rows}
      className={styles.byteGrid}
      id="bytes"
      role="grid"
      aria-label="Bytes"
      aria-rowcount={lines}
      aria-colcount={perLine + 1}
      active={isDrawn && (active ?? 0) < bytes.length ? `byte-${active}` : null}
      data-per-line={perLine}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const byte = byteUnder(event);
        if (byte !== null) choose(byte);
      }}
      onPointerMove={(event) => {
        const byte = event.pointerType === "touch" ? null : byteUnder(event);
        if (byte !== null) inspector.hover(placeAt(byte));
      }}
      onPointerLeave={() => inspector.hover(null)}
    >
      {({ index, key, start }) => {
        const from = index * perLine;
        const to = from + perLine;
        const here = (byte: number | null) => (byte !== null && byte >= from && byte < to ? byte : -1);
        return (
          <ByteLine
            key={key}
            number={index}
            top={start}
            perLine={perLine}
            bytes={bytes}
            covers={covers.list}
            selFrom={clip(selected?.from, from, to)}
            selTo={clip(selected?.to, from, to)}
            overFrom={clip(hovered?.from, from, to)}
            overTo={clip(hovered?.to, from, to)}
            chosen={here(own?.byte ?? null)}
            pointed={here(over?.byte ?? null)}
            errorAt={here(errorAt)}
          />
        );
      }}
    </RowList>
  );
}

/** Keeps a line's props the same while a range changes elsewhere, so that it need not render. */
function clip(at: number | undefined, from: number, to: number): number {
  return at === undefined ? -1 : Math.min(Math.max(at, from), to);
}

/** Bytes to scroll to for a selection made in another pane, end exclusive; `at`: the one that counts most. */
function useTarget(
  block: number,
  { block: selected, row, error, byte }: Selection,
): { from: number; to: number; at: number } | null {
  const target = useCached()((known) => {
    if (selected !== block) return null;
    if (byte !== null) return { from: byte, to: byte + 1 };
    const found = row === null ? null : known.row(row);
    if (row !== null) return found && { from: found.start, to: found.end };
    if (!error) return { from: 0, to: 1 };
    const broken = known.content(block).detail?.error ?? null;
    return broken && { from: broken.fieldOffset, to: broken.end, at: broken.at };
  });
  const { from = -1, to = -1, at = from } = target ?? {};
  return useMemo(() => (from < 0 ? null : { from, to, at }), [from, to, at]);
}
