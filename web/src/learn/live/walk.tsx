/** An example byte by byte, a sentence each; clicking one selects it in the live inspector. */
import { clsx } from "clsx";
import { Fragment, useEffect, useRef } from "react";
import { useInspector, useSession } from "../../inspector/inspector";
import { bytesNamed } from "../../inspector/place-name";
import { START } from "../../session/selection";
import { count, hexOf } from "../../ui/figures";
import type { ByteNote, LearnExample } from "../chapters/chapter";
import { Marked } from "../marked";
import { reveal, scrollTo } from "../scroll";
import { type ExampleByte, isOfStep, isSelected, useExampleBytes, useIsOpen } from "./example-bytes";
import styles from "./live.module.css";

/** Number of a note's bytes shown before “…”. */
const SHOWN_MOST = 24;

/** `onPaper`: for an example that is not open, only printed. `atOnce`: a link leads to its step. */
export function Walk(props: { example: LearnExample; onPaper?: boolean; atOnce?: boolean }) {
  const { example, onPaper = false, atOnce = false } = props;
  const blocks = useExampleBytes(example);
  const walk = useStepInSight(blocks, atOnce);
  return (
    <section className={styles.walk} ref={walk} aria-label={`${example.title}, byte by byte`}>
      {example.about !== null && (
        <p>
          <Marked text={example.about} />
        </p>
      )}
      {example.notes.map((notes, block) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed example
        <Fragment key={block}>
          {example.notes.length > 1 && <h3>Block {block + 1}</h3>}
          <ol>
            {notes.map((note) => (
              <NoteLine
                key={note.from}
                example={example}
                note={note}
                of={block === 0 ? "" : ` of block ${block + 1}`}
                bytes={blocks?.[block]?.slice(note.from, note.to) ?? []}
                onPaper={onPaper}
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is marked is there only once it is drawn
  useEffect(() => {
    if (begun.current.opened !== opened) begun.current = { opened, selection };
    if (begun.current.selection === selection && !atOnce) return;
    const note = walk.current?.querySelector<HTMLElement>("[data-near]");
    const live = document.querySelector("[data-live]");
    if (note == null || live === null || getComputedStyle(live).position !== "sticky") return;
    reveal(note);
  }, [opened, selection, shown]);
  return walk;
}

/** The text's sentence about the selected step, next to the inspector if the text itself is out of sight. */
export function StepWords({ example }: { example: LearnExample }) {
  const blocks = useExampleBytes(example);
  const selection = useSession((session) => session.selection);
  const bytes = blocks?.[selection.block] ?? [];
  const isNear = ({ from, to }: ByteNote) => bytes.slice(from, to).some((byte) => isOfStep(byte, selection));
  const notes = example.notes[selection.block]?.filter(isNear) ?? [];
  return (
    <p className={styles.stepWords}>
      <Marked text={notes.map(({ words }) => words).join(" ")} />
    </p>
  );
}

/** Bytes with their meaning, which select them. */
function NoteLine(props: {
  example: LearnExample;
  note: ByteNote;
  /** The block, for the note's name. */
  of: string;
  bytes: readonly ExampleByte[];
  onPaper: boolean;
}) {
  const { note, bytes } = props;
  const inspector = useInspector();
  const selection = useSession((session) => session.selection);
  const isOpen = useIsOpen(props.example);
  const isHere = isOpen && bytes.some((byte) => isSelected(byte, selection));
  const isNear = isHere || (isOpen && bytes.some((byte) => isOfStep(byte, selection)));
  const [first] = bytes;
  const shown = hexOf(Uint8Array.from(bytes.slice(0, SHOWN_MOST), ({ value }) => value));
  const more = bytes.length > SHOWN_MOST ? ` … ${count(bytes.length)} bytes` : "";

  function show() {
    if (first?.frame) inspector.select({ ...START, row: selection.row, frame: first.frame });
    else if (first?.byte != null) inspector.selectByte(first.block, first.byte);
    bringIntoView();
  }

  return (
    <li
      className={styles.walkNote}
      data-kind={first?.kind ?? "none"}
      data-here={isHere || undefined}
      data-near={isNear || undefined}
    >
      {props.onPaper ? (
        <span className={clsx("mono", styles.noteBytes)}>{shown + more}</span>
      ) : (
        <button
          type="button"
          className={clsx("mono", styles.noteBytes)}
          aria-label={`Show ${bytesNamed(note.from, note.to)}${props.of}: ${shown}${more}`}
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
