/** The fields that refer to an entry, as links. */

import { useState } from "react";
import { USES_SHOWN } from "../engine/pane-windows";
import type { StepContent, Uses as UsesOfEntry } from "../engine/types";
import { useCachedOrLast, useSelectedBlock } from "../session/inspector";
import { Button } from "../ui/button";
import { count } from "../ui/figures";
import { Note } from "../ui/layout";
import { PlaceLink } from "./place-link";

/** Number of uses listed after “show more”. */
const USES_MOST = 600;

/** The later fields that refer to the entry that a step inserted. */
export function Uses({ step }: { step: StepContent }) {
  const direction = useSelectedBlock()?.direction ?? 0;
  const inserted = step.table?.inserted ?? null;
  if (step.uses === null || inserted === null) return null;
  return <UsesOf key={inserted} direction={direction} position={inserted} first={step.uses} />;
}

/** `first`: the first uses, if known. */
export function UsesOf(props: { direction: number; position: number; first?: UsesOfEntry; onFollow?: () => void }) {
  const { direction, position, first, onFollow } = props;
  const [most, setMost] = useState(USES_SHOWN);
  const answer = useCachedOrLast((known) => (most === USES_SHOWN && first) || known.uses(direction, position, most));
  if (answer === null) return null;
  const { total, shown } = answer;
  if (total === 0) return <Note>No later field refers to this entry.</Note>;
  return (
    <Note>
      Referred to {total === 1 ? "once" : `${count(total)} times`} later:{" "}
      {shown.map((use, number) => (
        <span key={use.row}>
          {number > 0 && ", "}
          <PlaceLink to={use} label="go to this use" onFollow={onFollow} />
        </span>
      ))}{" "}
      {total > shown.length &&
        (shown.length < USES_MOST ? (
          <Button look="link" onClick={() => setMost(USES_MOST)}>
            show more
          </Button>
        ) : (
          "…"
        ))}
    </Note>
  );
}
