/** Notes on the input; a note about a part of the text links there. */

import { useEffect, useState } from "react";
import { asShown, cut } from "../engine/shown-text";
import { type Opened, type Problem, type Skipped, TEXT_CUT } from "../engine/types";
import { useCachedOrLast } from "../session/inspector";
import { Button } from "../ui/button";
import { count, counted } from "../ui/figures";
import { Stack } from "../ui/layout";
import { tip } from "../ui/tip";
import styles from "./reading.module.css";
import { isRealPointerMove, selectInField } from "./text-ranges";

/** Number of notes listed at most. */
const SHOWN = 20;

/** A block with an error or cut is what the verdict is about. */
function isVerdicts({ where, message }: Problem): boolean {
  const isCut = /^(According to the text, .* missing here|The bytes end inside (HEADERS|PUSH_PROMISE|CONTINUATION))/;
  return where === "COMPRESSION_ERROR" || isCut.test(message);
}

type Recognition = Extract<Opened, { status: "ok" }>;
/** Called with the index of the skipped part whose note is hovered, or null. */
type OnPart = (part: number | null) => void;

export function InputNotes({ opened, onPart }: { opened: Recognition; onPart: OnPart }) {
  const problems = useCachedOrLast((known) => (opened.problems === 0 ? null : known.problems(0, SHOWN)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another input has other parts
  useEffect(() => () => onPart(null), [opened, onPart]);
  if (problems === null || problems.length === 0) return null;
  const all = problems.filter(({ skipped }) => skipped === null);
  const left = opened.problems - opened.skipped.length - all.length;
  const others = opened.undecodableBlocks === 0 ? all : all.filter((problem) => !isVerdicts(problem));
  return (
    <Stack as="ul" gap="tight" aria-label="Notes on the input">
      {others.map(({ where, message }) => (
        <li key={where + message}>
          <span className="dim">{where}:</span> {cut(asShown(message), TEXT_CUT)}
        </li>
      ))}
      {left > 0 && <li className="dim">and {count(left)} more</li>}
      {[...partsByReason(opened.skipped)].map(([reason, parts]) => (
        <li key={reason}>
          <SkippedNote reason={reason} parts={parts} opened={opened} onPart={onPart} />
        </li>
      ))}
    </Stack>
  );
}

/** Indexes of the skipped parts by reason. */
function partsByReason(skipped: readonly Skipped[]): Map<string, number[]> {
  const parts = new Map<string, number[]>();
  for (const [part, { reason }] of skipped.entries()) {
    const same = parts.get(reason);
    if (same === undefined) parts.set(reason, [part]);
    else same.push(part);
  }
  return parts;
}

/** The number of parts skipped for a reason, with a button that goes to one after the other. */
function SkippedNote(props: { reason: string; parts: number[]; opened: Recognition; onPart: OnPart }) {
  const { reason, parts, opened, onPart } = props;
  const [next, setNext] = useState(0);
  const at = parts[next % parts.length] ?? 0;
  const leave = () => onPart(null);
  function select() {
    const part = opened.skipped[at];
    if (part === undefined) return;
    selectInField(part.start, part.end);
    setNext(next + 1);
  }
  return (
    <Button
      look="link"
      className={styles.notePart}
      {...tip(parts.length === 1 ? "Select it in the text" : "Select the next one in the text")}
      onPointerMove={(event) => isRealPointerMove(event) && onPart(at)}
      onPointerLeave={leave}
      onFocus={() => onPart(at)}
      onBlur={leave}
      onClick={select}
    >
      {counted(parts.length, "part")} skipped: {reason}
    </Button>
  );
}
