/** A dynamic table after a block, as both ends have it: the sender's copy and the receiver's, which are equal. */
import type { TableView } from "../engine/types";
import styles from "./explain.module.css";
import { TableState } from "./table-state";

const ENDS = ["Client", "Server"];

/** `before`: the table before the block; null if it was empty. `of`: “requests” or “responses”. */
export function Copies({ view, before, of }: { view: TableView; before: TableView | null; of: string }) {
  const newestOf = (view: TableView | null) => view?.entries[0]?.position ?? -1;
  const oldest = newestOf(view) - view.fill.count + 1;
  const evicted = before?.entries.filter(({ position }) => position < oldest) ?? [];
  const inserted = view.entries.map(({ position }) => position).filter((position) => position > newestOf(before));
  return (
    <div className={styles.copies}>
      {ENDS.map((end) => (
        <figure key={end}>
          <figcaption>{end}’s copy</figcaption>
          <TableState
            view={{ ...view, inserted: null, evicted, evictedTotal: evicted.length }}
            atStep
            inserted={inserted}
            label={`${end}’s copy of the table for ${of}`}
            plain
          />
        </figure>
      ))}
    </div>
  );
}
