/** A line of the byte grid with a frame's own bytes: header, pad length, priority, padding. */
import { clsx } from "clsx";
import { memo } from "react";
import type { FramingFrame } from "../engine/types";
import { hex } from "../ui/figures";
import { tip } from "../ui/tip";
import styles from "./bytes-pane.module.css";
import { leadOf } from "./wire";

/** One of a frame's own bytes; `value` is null for padding known only not to be zero. */
type OwnByte = { value: number | null; name: string; first: boolean; last: boolean; faulty: boolean };

function ownByte(frame: FramingFrame, at: number): OwnByte {
  let from = 0;
  for (const part of frame.parts) {
    const to = from + part.bytes.length;
    if (at < to) {
      const value = part.bytes[at - from] ?? 0;
      return { value, name: part.name, first: at === from, last: at === to - 1, faulty: false };
    }
    from = to;
  }
  const within = at - from;
  const { paddingFault } = frame;
  return {
    value: paddingFault === null || within < paddingFault ? 0 : null,
    name: "Padding",
    first: within === 0,
    last: within === frame.padding - 1,
    faulty: within === paddingFault,
  };
}

export const FrameLine = memo(function FrameLine(props: {
  number: number;
  top: number;
  frame: FramingFrame;
  nth: number;
  from: number;
  to: number;
  perLine: number;
  /** Selected byte of this frame; −1 if none. */
  chosen: number;
  selected: boolean;
}) {
  const { frame, nth, from, to, perLine } = props;
  const isPadding = from >= leadOf(frame).length;
  const cells = [];
  for (let at = from; at < to; at += 1) {
    const byte = ownByte(frame, at);
    const names = clsx(
      styles.byte,
      styles.own,
      byte.first && styles.first,
      byte.last && styles.last,
      at - from === perLine / 2 && styles.middle,
    );
    const shown = byte.value === null ? "≠0" : hex(byte.value);
    cells.push(
      <span
        key={at}
        id={`frame-byte-${nth}-${at}`}
        role="gridcell"
        aria-colindex={at - from + 2}
        className={names}
        data-selected={props.selected || undefined}
        data-chosen={at === props.chosen || undefined}
        data-fault={byte.faulty || undefined}
        data-frame={nth}
        data-at={at}
        aria-selected={at === props.chosen}
        aria-label={`${frame.kind} frame, ${byte.name}: ${byte.value === null ? (byte.faulty ? "not zero" : "after a byte that is not zero") : hex(byte.value)}`}
      >
        {byte.value === null && !byte.faulty ? "··" : shown}
      </span>,
    );
  }
  return (
    <div
      role="row"
      className={clsx(styles.byteLine, styles.frameLine)}
      aria-rowindex={props.number + 1}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <span
        className={styles.byteOffset}
        role="rowheader"
        aria-colindex={1}
        {...tip(`${frame.kind} frame ${frame.frame + 1}: not part of the block`)}
      >
        {isPadding ? "pad" : from === 0 ? BRIEF[frame.kind] : "…"}
        <span className="sr-only"> of the {frame.kind} frame, not of the block</span>
      </span>
      {cells}
      <span
        className={styles.byteText}
        aria-hidden="true"
        style={{ marginLeft: `calc(${perLine - (to - from)} * var(--cell) + ${to - from > perLine / 2 ? 0 : 8}px)` }}
      >
        {from === 0 ? frame.kind : isPadding && (from === leadOf(frame).length ? "padding" : "")}
      </span>
    </div>
  );
});

/** For the column of offsets. */
const BRIEF: Record<string, string> = { HEADERS: "HEAD", PUSH_PROMISE: "PUSH", CONTINUATION: "CONT" };
