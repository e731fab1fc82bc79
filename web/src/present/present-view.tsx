/** Presenter mode: a step over the whole window, part by part, for keyboards and presenters' remotes. */
import { type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { blockTitle, OpenedTitle } from "../explain/block-title";
import { useCachedOrLast, useInspector, useSession } from "../session/inspector";
import { nextIn } from "../session/selection";
import { hasBlocks } from "../session/session";
import { Button } from "../ui/button";
import { handlerOf } from "../ui/command-handlers";
import { count } from "../ui/figures";
import styles from "./present.module.css";
import { stagesOf } from "./stages";
import { StepPart } from "./step-part";
import { TablePart } from "./table-part";

type Action = "next" | "back" | "ask" | "blank" | "full" | "leave";
const KEYS: { [key: string]: Action } = {
  ...{ ArrowRight: "next", ArrowDown: "next", PageDown: "next", " ": "next", Enter: "next" },
  ...{ ArrowLeft: "back", ArrowUp: "back", PageUp: "back" },
  ...{ q: "ask", b: "blank", ".": "blank", f: "full", p: "leave", Escape: "leave" },
};

/** The stage of a step, or its last one at most; `asking`: its question is shown instead of its answer. */
type Moment = { at: number; asking: boolean };

/** `fromFirst`: begins at the first field of the block, unless its error is selected. */
export function PresentView({ fromFirst, onLeave }: { fromFirst: boolean; onLeave: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const inspector = useInspector();
  const begun = useBeginning(fromFirst);
  const selected = useSlide();
  const slide = begun ? selected : null;
  const [moment, setMoment] = useState<Moment & { of: unknown }>({ at: 0, asking: false, of: null });
  /** Where the next step begins. */
  const arriving = useRef<Moment>({ at: 0, asking: false });
  const [isBlank, setBlank] = useState(false);
  useOverPage(place);

  const stages = slide?.stages ?? [];
  const { at: wanted, asking } = moment.of === slide?.selection ? moment : arriving.current;
  const at = Math.max(Math.min(wanted, stages.length - 1), 0);

  const isSecret = asking && at === 0;
  const current = asking ? "?" : stages[at]?.name;

  function go(to: number, asks: boolean) {
    const isHere = to >= 0 && to < stages.length;
    setMoment({ at: isHere ? to : at, asking: isHere ? asks : asking, of: slide?.selection });
    if (isHere) return;
    arriving.current = { at: to < 0 ? Number.POSITIVE_INFINITY : 0, asking: asks };
    inspector.step(to < 0 ? -1 : 1);
  }

  const actions: Record<Action, () => unknown> = {
    next: () => go(asking ? at : at + 1, false),
    back: () => go(at - 1, false),
    ask: () => go(asking ? at : at + 1, !asking),
    blank: () => setBlank(true),
    full: toggleFullScreen,
    leave: onLeave,
  };

  // A layout effect: a key can follow at once.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const action = KEYS[event.key];
      const isPressed = event.target instanceof Element && event.target.closest("button, a") !== null;
      if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isPressed && (event.key === " " || event.key === "Enter")) return;
      event.preventDefault();
      if (isBlank) setBlank(false);
      else actions[action]();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  return createPortal(
    <div
      ref={place}
      className={styles.present}
      role="dialog"
      aria-modal="true"
      aria-label="Presenter mode"
      tabIndex={-1}
    >
      <header className={styles.head}>
        <p>
          {slide === null ? (
            begun && "No header block to show"
          ) : (
            <>
              <strong>{slide.name}</strong> {slide.where}
            </>
          )}
        </p>
        <Button onClick={() => handlerOf("theme")?.(null)} aria-label="Switch between light and dark">
          <span aria-hidden="true">☀</span>
        </Button>
        <Button onClick={onLeave}>Leave (Esc)</Button>
      </header>
      {slide !== null && (
        <div
          className={styles.slide}
          data-kind={slide.error === null ? slide.explanation?.kind : "error"}
          data-secret={isSecret || undefined}
        >
          <StepPart {...slide.content} {...slide} of={slide.selection} at={at} asking={asking} />
          <TablePart {...slide} of={slide.selection} at={at} asking={asking} />
        </div>
      )}
      <footer className={styles.foot}>
        <Button aria-label="Back" onClick={actions.back}>
          <span aria-hidden="true">◀</span>
        </Button>
        <Button aria-label="Next" onClick={actions.next} disabled={slide?.isLast && !asking && at + 1 >= stages.length}>
          <span aria-hidden="true">▶</span>
        </Button>
        {/* Their number and their names would answer what is asked. */}
        <ol aria-label="Parts">
          {stages.slice(0, isSecret ? 1 : undefined).map(({ name }, stage) => (
            <li key={name} data-done={stage < at || undefined} aria-current={stage === at ? "step" : undefined}>
              <span className="sr-only">{stage > at ? "" : stage === at ? current : name}</span>
            </li>
          ))}
        </ol>
        <strong aria-hidden="true">{current}</strong>
        <p>q asks first</p>
      </footer>
      {isBlank && <div className={styles.blank} role="status" aria-label="Blank screen" />}
    </div>,
    document.body,
  );
}

function toggleFullScreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // A browser can refuse.
  done.catch(() => {});
}

/** False until the first field is selected. */
function useBeginning(fromFirst: boolean): boolean {
  const inspector = useInspector();
  const { block, error } = useSession((session) => session.selection);
  const [begun, setBegun] = useState(!fromFirst || error);
  useEffect(() => {
    if (!begun) inspector.selectBlock(block).then(() => setBegun(true));
  }, [begun, inspector, block]);
  return begun;
}

/** Number of fields decoded before the step that can be shown. */
const DONE_MOST = 24;

const UNTOUCHED = { inserted: null, evicted: [], evictedTotal: 0 };

/** The selected step; the one before until it is loaded, null if there is none. */
function useSlide() {
  const selection = useSession((session) => session.selection);
  const opened = useSession((session) =>
    hasBlocks(session) && session.timeline.frameWithoutBlock === null ? session.opened : null,
  );
  const example = useSession((session) => session.example);
  const input = useSession((session) => session.input);
  const title = useContext(OpenedTitle);
  return useCachedOrLast((known) => {
    const { row, error: isError } = selection;
    const block = opened === null ? null : known.block(selection.block);
    if (opened === null || block === null) return null;
    const content = known.content(block.block);
    const step = known.step(block.block, row, isError);
    const end = row ?? block.firstRow + (isError ? block.rows : 0);
    const previous = row === null ? null : row > block.firstRow ? row - 1 : null;
    // What the table says of an error is about the step before it.
    const after = row === null ? step.table && { ...step.table, ...UNTOUCHED } : step.table;
    const before = row === null ? after : known.step(block.block, previous, false).table;
    if (before === null || after === null) return null;
    const error = isError ? (content.detail?.error ?? null) : null;
    const number = isError
      ? "error"
      : row === null
        ? "start"
        : `field ${count(row - block.firstRow + 1)} of ${count(block.rows)}`;
    return {
      selection,
      content,
      error,
      before,
      after,
      doneTotal: end - block.firstRow,
      done: known.rowsIn(Math.max(block.firstRow, end - DONE_MOST), end),
      now: row === null ? null : known.row(row),
      explanation: step.explanation,
      stages: stagesOf({ ...step, table: after }, error),
      isLast: block.block + 1 === opened.blocks && nextIn(block, selection) === null,
      title: step.explanation?.title ?? error?.code ?? "Before the first field",
      name: title ?? blockTitle({ example, input }, block, opened.blocks),
      where: `block ${count(block.block + 1)} of ${count(opened.blocks)} · ${number}`,
    };
  });
}

/** What is behind is out of reach, and has the focus again afterwards. */
function useOverPage(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const behind = Array.from(document.body.children).filter(
      (one): one is HTMLElement => one instanceof HTMLElement && one !== place.current && !one.inert,
    );
    for (const one of behind) one.inert = true;
    place.current?.focus();
    return () => {
      for (const one of behind) one.inert = false;
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
  }, [place]);
}
