/** One field: its name and value, whether it is sensitive, its representation, and its size. */
import { clsx } from "clsx";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import type { ComposedRow, ComposedWarning } from "../../engine/types";
import { Button } from "../../ui/button";
import { Input } from "../../ui/control";
import { counted } from "../../ui/figures";
import { KindMark, KindName } from "../../ui/kind";
import { Section, sentence } from "../../ui/section";
import { Tag } from "../../ui/tag";
import { tip } from "../../ui/tip";
import { useComposer } from "../composer";
import {
  type Building,
  type EditedRow,
  moveRow,
  type RowPlace,
  removeRow,
  select,
  setSensitive,
  write,
} from "../composition";
import { chosenRepresentation } from "../shown";
import styles from "./build.module.css";

type RowProps = {
  place: RowPlace;
  /** Null for the empty row after the last. */
  row: EditedRow | null;
  composed: ComposedRow | null;
  warnings: ComposedWarning[];
  current: boolean;
  /** Number of rows in the block. */
  rows: number;
  onKeyDown: (event: KeyboardEvent, place: RowPlace, part: "name" | "value") => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>, place: RowPlace, part: "name" | "value") => void;
  /** Changes the rows, then focuses the row of that number. */
  onChange: (change: (building: Building) => Building, row: number) => void;
};

export function RowEditor(props: RowProps) {
  const { place, row, composed, current } = props;
  const composer = useComposer();
  const taken = composed === null ? null : chosenRepresentation(composed);
  const number = place.row + 1;

  function part(part: "name" | "value") {
    const title = part === "name" ? "Name" : "Value";
    return (
      <Input
        data-part={part}
        aria-label={`${title} of field ${number}`}
        placeholder={row === null ? part : undefined}
        value={row?.[part] ?? ""}
        size={part === "name" ? Math.max(row?.name.length ?? 0, 1) : undefined}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        onChange={(event) => {
          const { value } = event.target;
          composer.update((building) => select(write(building, place, { [part]: value }), place));
        }}
        // The last field stays selected while the focus moves by Tab to its representations.
        onFocus={() => row !== null && composer.select(place)}
        onKeyDown={(event) => props.onKeyDown(event, place, part)}
        onPaste={(event) => props.onPaste(event, place, part)}
      />
    );
  }

  return (
    <li className={clsx("tinted", styles.row)} data-kind={taken?.kind ?? "none"} data-current={current || undefined}>
      <span className={clsx("dim mono", styles.number)} aria-hidden="true">
        {row === null ? "+" : number}
      </span>
      <span className={styles.texts}>
        {part("name")}
        {part("value")}
      </span>
      <span>
        {taken !== null && (
          <button
            type="button"
            className={styles.kind}
            aria-label={`Field ${number}: ${taken.kind}, ${counted(taken.bytes, "byte")}. Show its representations`}
            onClick={() => {
              flushSync(() => composer.select(place));
              document.querySelector<HTMLElement>("#ways [role=radiogroup] input:checked")?.focus();
            }}
          >
            <KindName kind={taken.kind} short />
            {row?.choice !== undefined && composed?.refused === null && (
              <Tag {...tip("You chose this representation")}>chosen</Tag>
            )}
          </button>
        )}
      </span>
      <span className={clsx("mono", styles.bytes)} {...tip(composed === null ? undefined : leastWords(composed))}>
        {taken !== null && (
          <>
            {taken.bytes} B<span>{taken.cheapest && <Cheapest />}</span>
          </>
        )}
      </span>
      <span className={styles.actions}>{row !== null && <Actions {...props} row={row} />}</span>
      {(composed?.refused != null || props.warnings.length > 0) && (
        <ul className="dim small" aria-label={`Notes on field ${number}`}>
          {composed?.refused != null && (
            <li className={styles.note}>
              <KindMark kind="error" /> The chosen representation is not legal here:{" "}
              {sentence(composed.refused.message)} <Section section={composed.refused.section} />
            </li>
          )}
          {props.warnings.map((warning) => (
            <li key={warning.code} className={styles.note}>
              <KindMark kind="warning" /> {sentence(warning.message)} <Section section={warning.section} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function leastWords({ choices }: ComposedRow): string {
  const least = choices[0];
  return least === undefined ? "" : `At least ${counted(least.bytes, "byte")} here`;
}

/** Marks the shortest representation. */
function Cheapest() {
  return (
    <>
      <span aria-hidden="true">✓</span>
      <span className="sr-only"> the fewest possible</span>
    </>
  );
}

function Actions({ place, row, rows, onChange }: RowProps & { row: EditedRow }) {
  const composer = useComposer();
  const number = place.row + 1;
  function move(by: 1 | -1) {
    onChange((building) => moveRow(building, place, by), place.row + by);
  }
  return (
    <>
      <Button
        look="icon"
        aria-pressed={row.sensitive}
        aria-label={`Field ${number} is sensitive`}
        {...tip("Sensitive: never indexed, here or by an intermediary (RFC 7541 §7.1.3)")}
        onClick={() => composer.update((building) => setSensitive(building, place, !row.sensitive))}
      >
        <Lock closed={row.sensitive} />
      </Button>
      <Button
        look="icon"
        aria-label={`Move field ${number} up`}
        {...tip("Up (Alt+↑)")}
        disabled={place.row === 0}
        onClick={() => move(-1)}
      >
        ↑
      </Button>
      <Button
        look="icon"
        aria-label={`Move field ${number} down`}
        {...tip("Down (Alt+↓)")}
        disabled={place.row === rows - 1}
        onClick={() => move(1)}
      >
        ↓
      </Button>
      <Button
        look="icon"
        aria-label={`Remove field ${number}`}
        onClick={() => onChange((building) => removeRow(building, place), Math.max(place.row - 1, 0))}
      >
        ✕
      </Button>
    </>
  );
}

function Lock({ closed }: { closed: boolean }) {
  return (
    <svg width="12" height="13" viewBox="0 0 12 13" aria-hidden="true">
      <rect x="1.5" y="6" width="9" height="6" rx="1" fill={closed ? "currentcolor" : "none"} stroke="currentcolor" />
      <path
        d={closed ? "M3.5 6V4a2.5 2.5 0 0 1 5 0v2" : "M3.5 6V3.5a2.5 2.5 0 0 1 5 0"}
        fill="none"
        stroke="currentcolor"
      />
    </svg>
  );
}
