/** The bytes around the step, with the current part's marked. */
import type { Explanation, Framing } from "../engine/types";
import { counted, hex } from "../ui/figures";
import styles from "./present.module.css";
import type { Stage } from "./stages";

const PER_LINE = 12;

type Props = {
  bytes: Uint8Array;
  framing: Framing | null;
  explanation: Explanation | null;
  stages: Stage[];
  at: number;
  /** The kind is asked for: how many bytes the step takes would answer it. */
  isSecret: boolean;
  lines: number;
};

/** A run of bytes on the wire: a part of the block by its offsets, or a frame's own. */
type Run = { start: number; end: number; own?: readonly number[] };

function runsOf(bytes: Uint8Array, framing: Framing | null): Run[] {
  if (framing === null) return [{ start: 0, end: bytes.length }];
  return framing.frames.flatMap((frame): Run[] => {
    const own = (at: number, own: readonly number[]) => ({ start: at, end: at, own });
    return [
      own(
        frame.start,
        frame.parts.flatMap((part) => part.bytes),
      ),
      frame,
      own(
        frame.end,
        Array.from({ length: frame.padding }, () => 0),
      ),
    ];
  });
}

const lengthOf = ({ start, end, own }: Run) => own?.length ?? end - start;

/** Whole lines, from one before the step, or from the current part if that would be out of sight. */
export function BytesPart({ bytes, framing, explanation, stages, at, isSecret, lines }: Props) {
  const most = lines * PER_LINE;
  const [from, to] = stages[at]?.bytes ?? [0, 0];
  const isError = stages.slice(0, at + 1).some(({ name }) => name === "error");
  const { start, end } = explanation === null || isSecret ? { start: from, end: to } : explanation;
  const runs = runsOf(bytes, framing);
  const total = runs.reduce((sum, run) => sum + lengthOf(run), 0);
  /** Where a byte of the block is on the wire. */
  function placeOf(byte: number): number {
    const before = runs.slice(
      0,
      runs.findLastIndex(({ own, start }) => own === undefined && start <= byte),
    );
    return before.reduce((sum, { own }) => sum + (own?.length ?? 0), byte);
  }
  const lineOf = (place: number) => place - (place % PER_LINE);
  const near = Math.max(Math.min(lineOf(placeOf(start)) - PER_LINE, lineOf(total - 1) - most + PER_LINE), 0);
  const first = placeOf(to) > near + most ? Math.max(lineOf(placeOf(from)), near) : near;
  let passed = 0;
  const shown = runs.flatMap((run) => {
    const begun = passed;
    passed += lengthOf(run);
    const [skipped, stop] = [Math.max(first - begun, 0), Math.max(Math.min(first + most, passed) - begun, 0)];
    const held = run.own?.slice(skipped, stop) ?? bytes.subarray(run.start + skipped, run.start + stop);
    return Array.from(held.slice(0, Math.max(stop - skipped, 0)), (value, nth) => ({
      place: begun + skipped + nth,
      digits: hex(value),
      byte: run.own ? null : run.start + skipped + nth,
    }));
  });
  const after = total - first - shown.length;
  // At the end of the block a byte can be missing.
  if (isError && from >= bytes.length) shown.push({ place: total, digits: "??", byte: from });
  return (
    <div>
      <ol className={styles.bytes} aria-label="Bytes">
        {shown.map(({ place, digits, byte }) => {
          const isPart = byte !== null && byte >= from && byte < to;
          return (
            <li
              key={place}
              data-own={byte === null || undefined}
              data-step={(byte !== null && byte >= start && byte < end) || undefined}
              data-part={isPart || undefined}
              data-error={(isPart && isError) || undefined}
            >
              {digits}
            </li>
          );
        })}
      </ol>
      {first + after > 0 && (
        <p className={styles.around}>
          {counted(first, "byte")} before, {after} after
        </p>
      )}
    </div>
  );
}
