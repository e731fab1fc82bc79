/** The later fields that referred to the entry that a step inserted. */
import { Fragment } from "react";
import type { Explanation } from "../engine/types";
import { count } from "../ui/figures";
import { useAnswer } from "../ui/use-answer";
import { useInspector, useSelectedBlock } from "./inspector";
import { placeName } from "./place-name";

/** Most later uses that are listed. */
const USES_SHOWN = 12;

export function Uses({ explanation }: { explanation: Explanation }) {
  const inspector = useInspector();
  const block = useSelectedBlock();
  const direction = block?.direction ?? 0;
  const { row } = explanation;
  const stored = explanation.insertion?.stored === true;
  const answer = useAnswer(() => {
    if (!stored || row === null) return null;
    return (async () => {
      const { core } = inspector.client;
      const view = await core.table(direction, row, 0, 1);
      if (view === null || view.inserted === null) return null;
      const uses = await core.usesOf(view.inserted, direction);
      const shown = await Promise.all(Array.from(uses.subarray(0, USES_SHOWN), (use) => inspector.client.row(use)));
      return { total: uses.length, shown: shown.filter((use) => use !== null) };
    })();
  }, [row, stored, direction]);
  if (!stored || answer === null) return null;
  return (
    <p className="note">
      {answer.total === 0 ? (
        "No later field refers to this entry."
      ) : (
        <>
          Referred to {answer.total === 1 ? "once" : `${count(answer.total)} times`} later:{" "}
          {answer.shown.map((use, number) => (
            <Fragment key={use.row}>
              {number > 0 && ", "}
              <button type="button" className="link mono" onClick={() => inspector.selectRow(use.row)}>
                {placeName({ block: use.block, octet: use.start })}
              </button>
            </Fragment>
          ))}
          {answer.total > answer.shown.length && " …"}
        </>
      )}
    </p>
  );
}
