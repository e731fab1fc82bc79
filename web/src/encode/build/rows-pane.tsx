/** The fields of the selected block, to edit: name, value, and the size of each. */
import { clsx } from "clsx";
import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import { flushSync } from "react-dom";
import type { FieldText } from "../../engine/types";
import { counted } from "../../ui/figures";
import { KindMark } from "../../ui/kind";
import { Note } from "../../ui/layout";
import { Pane } from "../../ui/pane";
import { Section, sentence } from "../../ui/section";
import { Sizes } from "../../ui/sizes";
import { blockOf, type Composer, useComposed, useComposer } from "../composer";
import { appendBlocks, insertFields, isBlank, moveRow, type RowPlace, removeRow, select, write } from "../composition";
import { parseFieldLines } from "../field-lines";
import { Beginning } from "./beginning";
import styles from "./build.module.css";
import { ExportMenu } from "./export-menu";
import { HarButton } from "./har-button";
import { OpenInInspect } from "./open-in-inspect";
import { RowEditor } from "./row-editor";

export function RowsPane() {
  const building = useComposed((state) => state.building);
  const answer = useComposed((state) => state.answer);
  const number = building.at.block;
  const block = building.blocks[number];
  const composed = block === undefined ? null : blockOf(answer, block.id);
  const sums = composed?.sums ?? null;
  return (
    <Pane
      id="built-rows"
      title="Fields"
      note={
        <>
          block {number + 1}
          {sums !== null && sums.fields > 0 && (
            <>
              : <Sizes encoded={sums.bytes} decoded={sums.plainBytes} />
            </>
          )}
        </>
      }
      actions={
        <>
          <HarButton />
          <ExportMenu />
          <OpenInInspect />
        </>
      }
    >
      <div className={clsx("scroll fill", styles.rows)}>
        {composed?.sizeUpdates.map(({ maximum, start, end }) => (
          <Note key={start} className={styles.note} data-kind="size-update">
            <KindMark kind="size-update" /> Size update to {maximum} bytes, {counted(end - start, "byte")}{" "}
            <Section section="RFC 7541 §6.3" />
          </Note>
        ))}
        {answer?.composed.problems
          .filter((problem) => answer.of.blocks[problem.block]?.id === block?.id)
          .map((problem) => (
            <Note key={problem.message} className={styles.note}>
              {sentence(problem.message)} <Section section={problem.section} />
            </Note>
          ))}
        <Rows number={number} />
        {composed?.warnings
          .filter(({ row }) => row === null)
          .map((warning) => (
            <Note key={warning.code + warning.message} className={styles.note}>
              <KindMark kind="warning" /> {sentence(warning.message)} <Section section={warning.section} />
            </Note>
          ))}
        {isBlank(building) && <Beginning />}
      </div>
    </Pane>
  );
}

/** What to focus once the row is rendered. */
type Aim = { place: RowPlace; part: "name" | "value" };

function Rows({ number }: { number: number }) {
  const composer = useComposer();
  const building = useComposed((state) => state.building);
  const answer = useComposed((state) => state.answer);
  const list = useRef<HTMLOListElement>(null);
  const block = building.blocks[number];
  const composed = block === undefined ? null : blockOf(answer, block.id);

  if (block === undefined) return null;
  const rows = block.rows;

  /** Changes rows, and moves the focus before the next key arrives. */
  function act(change: () => Aim | null): boolean {
    const aim = flushSync(change);
    if (aim === null) return false;
    const row = list.current?.children[aim.place.row];
    row?.querySelector<HTMLInputElement>(`[data-part=${aim.part}]`)?.focus();
    return true;
  }

  function onKeyDown(event: KeyboardEvent, place: RowPlace, part: "name" | "value") {
    if (!act(() => actOn(composer, event, place, part, rows.length))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>, place: RowPlace, part: "name" | "value") {
    const text = event.clipboardData.getData("text/plain");
    const several = /[\r\n]/.test(text.trim());
    // One line with a colon in it may well be a value.
    const found = several || part === "name" ? parseFieldLines(text) : null;
    if (found === null) return;
    event.preventDefault();
    const [fields = [], ...others] = found.lists;
    act(() => {
      composer.showNote(found.note);
      const next = pasteFields(composer, place, fields);
      if (others.length > 0) composer.update((building) => select(appendBlocks(building, others), place));
      return { place: { ...place, row: next }, part: "name" };
    });
  }

  const ids = [...rows.map(({ id }) => id), building.draft];
  return (
    <ol aria-label={`Fields of block ${number + 1}`} ref={list}>
      {ids.map((id, row) => {
        const draft = row === rows.length;
        const numberThen = answer?.of.blocks.find((one) => one.id === block.id)?.rows.findIndex((one) => one.id === id);
        const then = numberThen === undefined || numberThen < 0 ? null : numberThen;
        return (
          <RowEditor
            key={id}
            place={{ block: number, row }}
            row={draft ? null : (rows[row] ?? null)}
            composed={then === null ? null : (composed?.rows[then] ?? null)}
            warnings={composed?.warnings.filter((warning) => warning.row !== null && warning.row === then) ?? []}
            current={building.at.row === row}
            rows={rows.length}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onChange={(change, row) =>
              act(() => {
                composer.update(change);
                return { place: { block: number, row }, part: "name" };
              })
            }
          />
        );
      })}
    </ol>
  );
}

/** Replaces an empty row with fields, or inserts them after another; returns the row after the last of them. */
function pasteFields(composer: Composer, place: RowPlace, fields: FieldText[]): number {
  const existing = composer.store.get().building.blocks[place.block]?.rows[place.row];
  const [first, ...rest] = fields;
  const behind = { ...place, row: place.row + 1 };
  if (existing === undefined || first === undefined) {
    composer.update((building) => insertFields(building, place, fields));
    return place.row + fields.length;
  }
  if (existing.name !== "" || existing.value !== "") {
    composer.update((building) => insertFields(building, behind, fields));
    return behind.row + fields.length;
  }
  composer.update((building) => insertFields(write(building, place, first), behind, rest));
  return place.row + fields.length;
}

/** Handles a key in a row; returns what to focus, or null if the key is not handled. */
function actOn(
  composer: Composer,
  event: KeyboardEvent,
  place: RowPlace,
  part: "name" | "value",
  rows: number,
): Aim | null {
  const { block, row } = place;
  const aim = (row: number, part: "name" | "value"): Aim => ({ place: { block, row }, part });
  const input = event.target instanceof HTMLInputElement ? event.target : null;
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    const by = event.key === "ArrowUp" ? -1 : 1;
    composer.update((building) => moveRow(building, place, by));
    return row + by < 0 || row + by >= rows || row >= rows ? aim(row, part) : aim(row + by, part);
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key) {
    case "Enter":
      return part === "name" ? aim(row, "value") : aim(Math.min(row + 1, rows), "name");
    case "ArrowUp":
      return row === 0 ? null : aim(row - 1, part);
    case "ArrowDown":
      return row >= rows ? null : aim(row + 1, part);
    case "Backspace":
      // In an empty name of an empty field, the key deletes the row.
      if (part !== "name" || row >= rows || input?.value !== "") return null;
      if (composer.store.get().building.blocks[block]?.rows[row]?.value !== "") return null;
      composer.update((building) => removeRow(building, place));
      return aim(Math.max(row - 1, 0), row === 0 ? "name" : "value");
    default:
      return null;
  }
}
