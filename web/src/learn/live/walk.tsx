/** An example byte by byte, a sentence each; clicking one selects it in the live inspector. */
import { clsx } from "clsx";
import { Fragment, useEffect, useRef } from "react";
import { useInspector, useSession } from "../../session/inspector";
import { bytesNamed } from "../../session/place-name";
import { START } from "../../session/selection";
import { count, hex, hexOf } from "../../ui/figures";
import type { LearnExample } from "../chapters/chapter";
import { Marked } from "../marked";
import { reveal, scrollTo } from "../scroll";
import styles from "./live.module.css";
import { isSelected, type Note, useIsOfStep, useIsOpen, useNotes } from "./notes";

/** Number of a note's bytes shown before “…”. */
const SHOWN_MOST = 24;

/** `onPaper`: for an example that is not open, only printed. `atOnce`: a link leads to its step. */
export function Walk(props: { example: LearnExample; onPaper?: boolean; atOnce?: boolean }) {
  const { example, onPaper = false, atOnce = false } = props;
  const selection = useSession((session) => session.selection);
  const blocks = useNotes(example);
  const isOpen = useIsOpen(example);
  const isOfStep = useIsOfStep();
  const walk = useStepInSight(blocks, atOnce);
  return (
    <section ref={walk} aria-label={`${example.title}, byte by byte`}>
      {example.about !== null && (
        <p>
          <Marked text={example.about} />
        </p>
      )}
      {blocks.map((notes, block) => (
        <Fragment key={block}>
          {blocks.length > 1 && <h3>Block {block + 1}</h3>}
          <ol>
            {notes.map((note) => (
              <NoteLine
                key={note.from}
                note={note}
                isHere={isOpen && isSelected(note, selection)}
                isOfStep={isOpen && isOfStep(note)}
                onPaper={onPaper}
                of={example.id}
              />
            ))}
          </ol>
        </Fragment>
      ))}
    </section>
  );
}

/** Scrolls to the sentence of the selected step, unless that would scroll the inspector out of the window. */
function useStepInSight(shown: unknown, atOnce: boolean) {
  const walk = useRef<HTMLElement>(null);
  const opened = useSession((session) => session.opened);
  const selection = useSession((session) => session.selection);
  const begun = useRef({ opened, selection });
  const revealed = useRef<typeof selection | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is marked is there only once it is drawn
  useEffect(() => {
    if (begun.current.opened !== opened) begun.current = { opened, selection };
    if ((begun.current.selection === selection || revealed.current === selection) && !atOnce) return;
    const note = walk.current?.querySelector<HTMLElement>("[data-near]");
    const live = document.querySelector("[data-live]");
    if (note == null || live === null || getComputedStyle(live).position !== "sticky") return;
    reveal(note);
    revealed.current = selection;
  }, [opened, selection, shown]);
  return walk;
}

/** The text's sentence about the selected step, next to the inspector if the text itself is out of sight. */
export function StepWords({ example }: { example: LearnExample }) {
  const selection = useSession((session) => session.selection);
  const isOfStep = useIsOfStep();
  const notes = useNotes(example)[selection.block]?.filter(isOfStep) ?? [];
  return (
    <p className={styles.stepWords}>
      <Marked text={notes.map(({ words }) => words).join(" ")} />
    </p>
  );
}

/** Bytes with their meaning, which select them. */
function NoteLine(props: { note: Note; isHere: boolean; isOfStep: boolean; onPaper: boolean; of: string }) {
  const { note, isHere, isOfStep, onPaper, of } = props;
  const { block, bytes, kind } = note;
  const inspector = useInspector();
  const [first] = note.places;
  const shown = hexOf(bytes.slice(0, SHOWN_MOST));
  const more = bytes.length > SHOWN_MOST ? ` … ${count(bytes.length)} bytes` : "";
  const name = `${bytesNamed(note.from, note.to)}${block === 0 ? "" : ` of block ${block + 1}`}`;

  function show() {
    if (first !== undefined && "frame" in first)
      inspector.select({ ...START, row: inspector.store.get().selection.row, frame: first.frame });
    else if (first !== undefined) inspector.selectByte(block, first.byte);
    bringIntoView();
  }

  return (
    <li
      className={styles.walkNote}
      data-kind={kind}
      data-here={isHere || undefined}
      data-near={isHere || isOfStep || undefined}
    >
      {onPaper ? (
        <span className={clsx("mono", styles.noteBytes)}>
          {Array.from(bytes.slice(0, SHOWN_MOST).entries(), ([at, byte]) => ({ place: note.from + at, byte })).map(
            ({ place, byte }) => (
              <Fragment key={place}>
                <span id={`${of}-${block + 1}-${place}`}>{hex(byte)}</span>{" "}
              </Fragment>
            ),
          )}
          {more}
        </span>
      ) : (
        <button
          type="button"
          className={clsx("mono", styles.noteBytes)}
          aria-label={`Show ${name}: ${shown}${more}`}
          aria-pressed={isHere}
          onClick={show}
        >
          {shown}
          <span className="dim">{more}</span>
        </button>
      )}
      <p>
        <Marked text={note.words} />
      </p>
    </li>
  );
}

/** On a narrow window, the inspector inside the text may be out of sight. */
function bringIntoView(): void {
  const live = document.querySelector<HTMLElement>("[data-live]");
  const box = live?.getBoundingClientRect();
  if (live !== null && box !== undefined && (box.bottom < 0 || box.top > innerHeight)) scrollTo(live);
}
