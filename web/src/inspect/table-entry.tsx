/** One entry of the dynamic table; choosing it leads to the step that inserted it. */
import { clsx } from "clsx";
import { useState } from "react";
import { lettersOf } from "../engine/shown-text";
import type { TableEntry } from "../engine/types";
import { PageDialog } from "../ui/dialog";
import { count } from "../ui/figures";
import { useHovered, useInspector } from "./inspector";
import { placeName } from "./place-name";
import styles from "./table-pane.module.css";
import { UNKNOWN_WHY } from "./unknown";
import { UsesOf } from "./uses";

export function TableEntryRow(props: {
  number: number;
  top: number;
  entry: TableEntry | null;
  inserted: boolean;
  evicted: boolean;
  referred: boolean;
  direction: number;
}) {
  const { entry } = props;
  const inspector = useInspector();
  const over = useHovered((over) => over?.row ?? null);
  const from = entry?.from ?? null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its “from” is a button for the keys
    <div
      role="row"
      aria-rowindex={props.number + 2}
      className={styles.entry}
      data-inserted={props.inserted || undefined}
      data-evicted={props.evicted || undefined}
      data-referred={props.referred || undefined}
      data-over={(from !== null && from.row === over) || undefined}
      data-known={from !== null || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => from !== null && inspector.follow(from.row, from.octet)}
      onPointerEnter={() =>
        inspector.hover(from === null ? null : { block: from.block, row: from.row, fault: false, octet: null })
      }
      onPointerLeave={() => inspector.hover(null)}
    >
      {entry !== null && (
        <>
          <span role="cell" className={styles.number}>
            {props.evicted || entry.index === null ? "–" : entry.index}
            {props.evicted && <span className="sr-only"> evicted</span>}
            {props.inserted && <span className="sr-only"> inserted by this step</span>}
            {props.referred && <span className="sr-only"> used by this step</span>}
          </span>
          <span role="cell" title={entry.name === null ? UNKNOWN_WHY.unknown : lettersOf(entry.name)}>
            {entry.name ?? <em className="unknown">unknown</em>}
          </span>
          <span
            role="cell"
            className={styles.entryValue}
            title={entry.value === null ? UNKNOWN_WHY.unknown : lettersOf(entry.value)}
          >
            {entry.value ?? <em className="unknown">unknown</em>}
          </span>
          <span role="cell" className={styles.number}>
            {entry.size === null ? "?" : count(entry.size)}
          </span>
          <span role="cell" className={styles.number}>
            {from === null ? (
              <span className="dim" title="In the table before the first byte">
                before
              </span>
            ) : (
              <button
                type="button"
                className="link mono"
                title={`Inserted by block ${from.block + 1} at byte ${from.octet}`}
                aria-label={`${placeName(from)}, go to the step that inserted it`}
                onClick={(event) => {
                  event.stopPropagation();
                  inspector.follow(from.row, from.octet);
                }}
              >
                {placeName(from)}
              </button>
            )}
          </span>
          <span role="cell" className={styles.entryUses}>
            <UsesButton direction={props.direction} entry={entry} />
          </span>
        </>
      )}
    </div>
  );
}

/** Every later field that refers to an entry, in a dialog. */
function UsesButton({ direction, entry }: { direction: number; entry: TableEntry }) {
  const [open, setOpen] = useState(false);
  const name = entry.name ?? "an unknown entry";
  const close = () => setOpen(false);
  return (
    // What is pressed here, also in the dialog, does not choose the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps presses to itself
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps presses to itself
    <span onClick={(event) => event.stopPropagation()}>
      <button
        type="button"
        className="button button-plain"
        aria-label={`Uses of ${entry.index === null ? "" : `${entry.index}, `}${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">⤷</span>
      </button>
      {open && (
        <PageDialog title={`Uses of ${name}`} onClose={close}>
          <p className={clsx("mono", styles.usesEntry)}>
            {name}: {entry.value}
          </p>
          <UsesOf direction={direction} position={entry.position} onFollow={close} />
        </PageDialog>
      )}
    </span>
  );
}
