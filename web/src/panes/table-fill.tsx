/** How full the table is: a bar cut into entries, and the figures. */

import type { TableEntry, TableView } from "../engine/types";
import { UNKNOWN_WHY } from "../session/unknown";
import { count, counted } from "../ui/figures";
import { tip } from "../ui/tip";
import styles from "./table-pane.module.css";

/** With more entries than this, or not all of them at hand, the bar is drawn in one piece. */
const SEGMENTS = 128;

type View = Pick<TableView, "fill" | "inserted" | "evictedTotal"> &
  Partial<Pick<TableView, "atLeast" | "unknown" | "pending">> & {
    entries: readonly Pick<TableEntry, "position" | "name" | "size">[];
  };

export function TableFill({ view, atStep, bar = true }: { view: View; atStep: boolean; bar?: boolean }) {
  const { fill, unknown = 0, pending = null } = view;
  const share = (size: number) => `${fill.maxSize === 0 ? 0 : (size / fill.maxSize) * 100}%`;
  const atLeast = view.atLeast ? "at least " : "";
  const inOnePiece = fill.count > Math.min(SEGMENTS, view.entries.length);
  const changes = [];
  if (atStep && view.inserted !== null) changes.push("1 inserted");
  if (atStep && view.evictedTotal > 0) changes.push(`${count(view.evictedTotal)} evicted`);
  return (
    <div className={styles.fill} data-fill="">
      {bar && (
        <div
          className={styles.fillBar}
          data-fill-bar=""
          role="meter"
          aria-label="Size of the table"
          aria-valuemin={0}
          aria-valuemax={fill.maxSize}
          aria-valuenow={fill.size}
          aria-valuetext={`${atLeast}${fill.size} of ${fill.maxSize} bytes`}
        >
          {inOnePiece ? (
            <span style={{ width: share(fill.size) }} />
          ) : (
            view.entries.map((entry) => (
              <span
                key={entry.position}
                data-new={(atStep && entry.position === view.inserted) || undefined}
                style={{ width: share(entry.size ?? 0) }}
                {...tip(`${entry.name ?? "unknown"}: ${entry.size ?? "?"} bytes`)}
              />
            ))
          )}
        </div>
      )}
      <p>
        {atLeast}
        <strong>{count(fill.size)}</strong> of {count(fill.maxSize)} bytes
        {fill.count > 0 && ` · ${atLeast}${counted(fill.count, "entry", "entries")}`}
        {changes.map((change) => ` · ${change}`)}
        {fill.limit !== fill.maxSize && ` · limit ${count(fill.limit)}`}
      </p>
      {unknown > 0 && (
        <p {...tip(UNKNOWN_WHY.unknown)}>
          Up to {counted(unknown, "entry", "entries")} sent earlier may still be in the table.
        </p>
      )}
      {pending !== null && (
        <p>A limit of {count(pending)} bytes was acknowledged: the next block must begin with a size update.</p>
      )}
    </div>
  );
}
