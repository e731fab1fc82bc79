/** The fields that refer to an entry, as links. */

import { useState } from "react";
import type { Explanation } from "../engine/types";
import { Button } from "../ui/button";
import { count } from "../ui/figures";
import { Note } from "../ui/layout";
import { useRead, useSelectedBlock } from "./inspector";
import { PlaceLink } from "./place-link";

/** Uses that are listed at once, and after “show more”. */
const USES_SHOWN = 12;
const USES_MOST = 600;

/** The later fields that referred to the entry that a step inserted. */
export function Uses({ explanation }: { explanation: Explanation }) {
  const block = useSelectedBlock();
  const direction = block?.direction ?? 0;
  const { row } = explanation;
  const stored = explanation.insertion?.stored === true;
  const inserted = useRead(
    async (reader) => {
      if (!stored || row === null) return null;
      return (await reader.core.table(direction, row, 0, 1))?.inserted ?? null;
    },
    [row, stored, direction],
  );
  if (!stored || inserted === null) return null;
  return <UsesOf key={inserted} direction={direction} position={inserted} />;
}

export function UsesOf(props: { direction: number; position: number; onFollow?: () => void }) {
  const { direction, position, onFollow } = props;
  const [most, setMost] = useState(USES_SHOWN);
  const answer = useRead(
    async (reader) => {
      const uses = await reader.core.usesOf(position, direction);
      const shown = await Promise.all(Array.from(uses.subarray(0, most), (use) => reader.row(use)));
      return { total: uses.length, shown: shown.filter((use) => use !== null) };
    },
    [direction, position, most],
  );
  if (answer === null) return null;
  const { total, shown } = answer;
  if (total === 0) return <Note>No later field refers to this entry.</Note>;
  return (
    <Note>
      Referred to {total === 1 ? "once" : `${count(total)} times`} later:{" "}
      {shown.map((use, number) => (
        <span key={use.row}>
          {number > 0 && ", "}
          <PlaceLink
            to={{ block: use.block, byte: use.start, row: use.row }}
            label="go to this use"
            onFollow={onFollow}
          />
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
