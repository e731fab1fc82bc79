/** An example byte by byte, a sentence each; choosing one shows it in the live inspector. */
import { clsx } from "clsx";
import { Fragment, useEffect, useRef } from "react";
import type { Kind } from "../../engine/types";
import { useInspector, useRead, useSession } from "../../inspect/inspector";
import { bytesNamed } from "../../inspect/place-name";
import type { Selection } from "../../session/selection";
import { count, hexOf } from "../../ui/figures";
import type { LearnExample } from "../chapters/chapter";
import learnStyles from "../learn.module.css";
import { Marked } from "../marked";
import { reveal, scrollTo } from "../scroll";
import styles from "./live.module.css";

/** Bytes of one note that are shown before “…”. */
export const SHOWN_MOST = 24;

type WalkedBlock = { bytes: Uint8Array; rows: { row: number; start: number; end: number; kind: Kind }[] };

export function Walk({
  example,
  atOnce,
}: {
  example: LearnExample /** Whether a link leads to its step. */;
  atOnce: boolean;
}) {
  const blocks = useBlocks(example);
  const walk = useStepInSight(blocks !== null, atOnce);
  return (
    <section className={learnStyles.walk} ref={walk} aria-label={`${example.title}, byte by byte`}>
      {example.about !== undefined && (
        <p>
          <Marked text={example.about} />
        </p>
      )}
      {example.walk.map((notes, block) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed example
        <Fragment key={block}>
          {example.walk.length > 1 && <h3>Block {block + 1}</h3>}
          <ol className={learnStyles.notes}>
            {placed(notes).map(({ from, to, words }) => (
              <WalkNote key={from} block={block} from={from} to={to} words={words} of={blocks?.[block] ?? null} />
            ))}
          </ol>
        </Fragment>
      ))}
    </section>
  );
}

/** Notes with the bytes that they are about, end exclusive. */
export function placed(notes: readonly string[]): { from: number; to: number; words: string }[] {
  let to = 0;
  return notes.map((note) => {
    const from = to;
    const [bytes = ""] = note.split(" ", 1);
    to += Number(bytes);
    return { from, to, words: note.slice(bytes.length + 1) };
  });
}

/** Scrolls to the sentence of a step that is taken; not where the inspector would leave the window by that. */
export function useStepInSight(shown: unknown, atOnce = false) {
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

/** What the text says of the selected step: beside the inspector where the text itself is out of sight. */
export function StepWords({ example }: { example: LearnExample }) {
  const blocks = useBlocks(example);
  const selection = useSession((session) => session.selection);
  const notes = placed(example.walk[selection.block] ?? []).filter(({ from }) =>
    isOfStep(from, blocks?.[selection.block] ?? null, selection),
  );
  return (
    <p className={styles.stepWords}>
      <Marked text={notes.map(({ words }) => words).join(" ")} />
    </p>
  );
}

/** Whether the byte belongs to the selected step of its block. */
function isOfStep(byte: number, of: WalkedBlock | null, selection: Selection): boolean {
  const row = of?.rows.find((row) => byte >= row.start && byte < row.end) ?? null;
  if (of === null) return false;
  return row === null ? selection.fault : selection.row === row.row;
}

function WalkNote(props: { block: number; from: number; to: number; words: string; of: WalkedBlock | null }) {
  const { block, from, to, of } = props;
  const inspector = useInspector();
  const selection = useSession((session) => session.selection);
  const row = of?.rows.find((row) => from >= row.start && from < row.end) ?? null;
  const kind = of === null ? "none" : row === null ? "error" : row.kind;
  const isOfBlock = selection.block === block;
  const isHere = isOfBlock && selection.byte !== null && selection.byte >= from && selection.byte < to;
  const isOfRow = isOfBlock && isOfStep(from, of, selection);
  return (
    <NoteLine
      kind={kind}
      here={isHere}
      near={isOfRow}
      bytes={of?.bytes.subarray(from, to) ?? new Uint8Array()}
      name={`${bytesNamed(from, to)}${example(block)}`}
      words={props.words}
      onShow={() => inspector.selectByte(block, from)}
    />
  );
}

/** Bytes that can be shown, and what they say. */
export function NoteLine(props: {
  kind: Kind | "error" | "none";
  here: boolean;
  /** Whether it is part of what is selected. */
  near: boolean;
  bytes: Uint8Array;
  /** “bytes 3–5”. */
  name: string;
  words: string;
  onShow: () => void;
}) {
  const { bytes } = props;
  const shown = hexOf(bytes.subarray(0, SHOWN_MOST));
  const more = bytes.length > SHOWN_MOST ? ` … ${count(bytes.length)} bytes` : "";
  return (
    <li
      className={learnStyles.walkNote}
      data-kind={props.kind}
      data-here={props.here || undefined}
      data-near={props.near || undefined}
    >
      <button
        type="button"
        className={clsx("mono", learnStyles.noteBytes)}
        aria-label={`Show ${props.name}: ${shown}${more}`}
        aria-pressed={props.here}
        onClick={() => {
          props.onShow();
          bringIntoView();
        }}
      >
        {shown}
        <span className="dim">{more}</span>
      </button>
      <p>
        <Marked text={props.words} />
      </p>
    </li>
  );
}

/** Where the inspector stands in the text, on a narrow window, it may be out of sight. */
function bringIntoView(): void {
  const live = document.querySelector<HTMLElement>("[data-live]");
  const box = live?.getBoundingClientRect();
  if (live !== null && box !== undefined && (box.bottom < 0 || box.top > innerHeight)) scrollTo(live);
}

function example(block: number): string {
  return block === 0 ? "" : ` of block ${block + 1}`;
}

/** The bytes and rows of every block of the example, once it is the one that is open. */
function useBlocks(example: LearnExample): WalkedBlock[] | null {
  const isThat = useSession((session) => session.input.kind === "text" && session.input.text === example.text);
  return useRead((known) => {
    if (!isThat) return null;
    const blocks: WalkedBlock[] = [];
    for (let number = 0; ; number += 1) {
      const block = known.block(number);
      if (block === null) return blocks;
      const rows = known.rowsIn(block.firstRow, block.firstRow + block.rows);
      blocks.push({ bytes: known.content(number).bytes, rows });
    }
  });
}
