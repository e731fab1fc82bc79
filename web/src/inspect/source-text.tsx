/**
 * The input as text, with selected, hovered and broken parts highlighted and
 * skipped parts grayed. A mirror with the same letters lies under the text
 * field; highlights are painted on the mirror, which costs no layout however
 * long the text is.
 */
import { clsx } from "clsx";
import { type ClipboardEvent, Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import { tip } from "../ui/tip";
import { reasonText, SkippedReason, useSkipped } from "./skipped-reason";
import styles from "./source-text.module.css";
import { type Lights, type SkippedPart, scrollToRange, useHighlight } from "./text-ranges";
import { useKeptFocus } from "./use-kept-focus";

/** Longer texts are shown as an excerpt around the selection: a text field would stall. */
const EDITABLE_MAX = 64_000;
const REASON = "input-skipped-reason";
/** Letters on each side of the selection in an excerpt. */
const EXCERPT = 1500;

export function SourceText(props: {
  text: string;
  lights: Lights;
  /** The skipped part whose note is hovered. */
  named: SkippedPart | null;
  /** `whole`: all of the text was replaced by pasting. */
  onEdit: (text: string, whole: boolean) => void;
  /** Pasting replaces the whole text, as in an unedited example. */
  pasteReplaces: boolean;
  invalid: boolean;
  describedBy: string;
}) {
  if (props.text.length > EDITABLE_MAX) return <Excerpt {...props} />;
  return <Editor {...props} />;
}

function Editor(props: Parameters<typeof SourceText>[0]) {
  const { text, lights } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useKeptFocus(field);
  const mirror = useRef<HTMLDivElement>(null);
  const pastesAll = useRef(false);
  const [scrolled, setScrolled] = useState(0);
  const skipped = useSkipped(field, mirror, lights.skipped, props.named);
  useHighlight("source-skipped", mirror, lights.skipped, text);
  useHighlight("source-selected", mirror, lights.selected, text);
  useHighlight("source-over", mirror, lights.over, text);
  useHighlight("source-reasoned", mirror, skipped.part, text);
  useHighlight("source-culprit", mirror, lights.culprit, text);

  const target = lights.culprit ?? props.named ?? lights.selected;
  useEffect(() => {
    const area = field.current;
    if (area !== null && document.activeElement !== area) scrollToRange(area, mirror.current, target);
  }, [target]);

  /** After this frame's other changes: to read a scroll position lays out the page. */
  function followScroll() {
    requestAnimationFrame(() => {
      if (mirror.current === null || field.current === null) return;
      mirror.current.scrollTop = field.current.scrollTop;
      setScrolled(field.current.scrollTop);
    });
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const area = event.currentTarget;
    if (event.clipboardData.getData("text/plain") === "") return;
    // The browser itself pastes, so that it can undo it.
    if (props.pasteReplaces) area.select();
    pastesAll.current = area.selectionStart === 0 && area.selectionEnd === area.value.length;
  }

  return (
    <div className={clsx(styles.source, lights.skipped.length > 0 && styles.hasSkipped)} {...skipped.box}>
      <div ref={mirror} className={styles.sourceMirror} data-mirror="" aria-hidden="true">
        {`${text}\n`}
      </div>
      <textarea
        ref={field}
        id="input-text"
        className={styles.sourceField}
        aria-label="Header blocks"
        aria-describedby={skipped.part === null ? props.describedBy : `${REASON} ${props.describedBy}`}
        aria-invalid={props.invalid}
        placeholder="Paste header blocks here: hex, a dump, base64, an array from any language…"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={text}
        onChange={({ target, nativeEvent }) => {
          const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === "insertFromPaste";
          props.onEdit(target.value, isPasted && pastesAll.current);
        }}
        onPaste={onPaste}
        onScroll={followScroll}
        {...skipped.field}
      />
      <SkippedReason id={REASON} part={skipped.part} mirror={mirror} scrolled={scrolled} />
    </div>
  );
}

/** The text around the selection, read-only. */
function Excerpt({ text, lights, named }: { text: string; lights: Lights; named: SkippedPart | null }) {
  const at = lights.culprit ?? named ?? lights.selected ?? { from: 0, to: 0 };
  const from = Math.max(at.from - EXCERPT, 0);
  const to = Math.min(Math.max(at.to, at.from) + EXCERPT, text.length);
  const markTo = Math.min(at.to, at.from + 4 * EXCERPT);
  const mark = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection scrolls
  useLayoutEffect(() => {
    mark.current?.scrollIntoView({ block: "nearest" });
  }, [at.from]);
  return (
    <div
      className={clsx("scroll", styles.source, styles.sourceExcerpt)}
      role="group"
      aria-label="Header blocks, an excerpt"
      tabIndex={0}
    >
      <p className={clsx("dim", styles.sourceNote)}>Too long to edit here: an excerpt around the selection</p>
      {from > 0 && "… "}
      <Grayed text={text} from={from} to={at.from} skipped={lights.skipped} />
      <mark ref={mark} className={lights.culprit === null ? undefined : styles.culprit}>
        {text.slice(at.from, markTo)}
      </mark>
      <Grayed text={text} from={markTo} to={Math.max(to, markTo)} skipped={lights.skipped} />
      {to < text.length && " …"}
    </div>
  );
}

/** The text from `from` to `to`, with its skipped parts in gray. */
function Grayed(props: { text: string; from: number; to: number; skipped: readonly SkippedPart[] }) {
  const { text, from, to, skipped } = props;
  const parts = skipped.filter((part) => part.from < to && part.to > from);
  const ends = [from, ...parts.map((part) => Math.min(part.to, to))];
  return (
    <>
      {parts.map((part, nth) => (
        <Fragment key={part.from}>
          {text.slice(ends[nth], Math.max(part.from, from))}
          <span className={styles.sourceSkipped} {...tip(reasonText(part))}>
            {text.slice(Math.max(part.from, from), Math.min(part.to, to))}
          </span>
        </Fragment>
      ))}
      {text.slice(ends.at(-1), to)}
    </>
  );
}
