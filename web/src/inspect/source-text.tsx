/**
 * The input as text, with what is selected, hovered or at fault lit up in it.
 * A mirror with the same letters lies under the text field; highlights are
 * painted on the mirror, which costs no layout however long the text is.
 */
import { type ClipboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import "./source-text.css";

/** A range of the text, UTF-16 offsets, end exclusive. */
export type TextRange = { from: number; to: number };

/** Longer texts are shown as an excerpt around the selection: a text field would stall. */
export const EDITABLE_MAX = 200_000;
/** Letters shown on each side of the selection in an excerpt. */
const EXCERPT = 1500;

export type Lights = { selected: TextRange | null; over: TextRange | null; culprit: TextRange | null };

export function SourceText(props: {
  text: string;
  lights: Lights;
  /** `whole`: all of it was pasted in place of what stood there. */
  onEdit: (text: string, whole: boolean) => void;
  /** Whether pasting replaces the whole, as over an example nobody has changed. */
  pasteReplaces: boolean;
  invalid: boolean;
  describedBy: string;
}) {
  if (props.text.length > EDITABLE_MAX) return <Excerpt text={props.text} lights={props.lights} />;
  return <Editor {...props} />;
}

function Editor(props: Parameters<typeof SourceText>[0]) {
  const { text, lights } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const pastesAll = useRef(false);
  useHighlight("source-selected", mirror, lights.selected, text);
  useHighlight("source-over", mirror, lights.over, text);
  useHighlight("source-culprit", mirror, lights.culprit, text);

  const target = lights.culprit ?? lights.selected;
  useEffect(() => {
    const area = field.current;
    const range = rangeIn(mirror.current, target);
    if (area === null || range === null || document.activeElement === area) return;
    const place = range.getBoundingClientRect();
    const box = area.getBoundingClientRect();
    if (place.top >= box.top + 4 && place.bottom <= box.bottom - 4) return;
    area.scrollTop += place.top - box.top - box.height / 3;
    if (mirror.current !== null) mirror.current.scrollTop = area.scrollTop;
  }, [target]);

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const area = event.currentTarget;
    if (event.clipboardData.getData("text/plain") === "") return;
    // The browser does the pasting itself, so that it can undo it.
    if (props.pasteReplaces) area.select();
    pastesAll.current = area.selectionStart === 0 && area.selectionEnd === area.value.length;
  }

  return (
    <div className="source">
      <div ref={mirror} className="source-mirror" aria-hidden="true">
        {`${text}\n`}
      </div>
      <textarea
        ref={field}
        id="input-text"
        className="source-field"
        aria-label="Header blocks"
        aria-describedby={props.describedBy}
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
        onScroll={(event) => {
          if (mirror.current !== null) mirror.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

/** The text around the selection, for reading only. */
function Excerpt({ text, lights }: { text: string; lights: Lights }) {
  const at = lights.culprit ?? lights.selected ?? { from: 0, to: 0 };
  const from = Math.max(at.from - EXCERPT, 0);
  const to = Math.min(Math.max(at.to, at.from) + EXCERPT, text.length);
  const markTo = Math.min(at.to, at.from + 4 * EXCERPT);
  const mark = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection scrolls
  useLayoutEffect(() => {
    mark.current?.scrollIntoView({ block: "nearest" });
  }, [at.from]);
  return (
    <div className="source source-excerpt scroll" role="group" aria-label="Header blocks, an excerpt" tabIndex={0}>
      <p className="source-note">Too long to edit here: an excerpt around the selection</p>
      {from > 0 && "… "}
      {text.slice(from, at.from)}
      <mark ref={mark} className={lights.culprit === null ? undefined : "culprit"}>
        {text.slice(at.from, markTo)}
      </mark>
      {text.slice(markTo, Math.max(to, markTo))}
      {to < text.length && " …"}
    </div>
  );
}

function rangeIn(mirror: HTMLElement | null, at: TextRange | null): Range | null {
  const letters = mirror?.firstChild;
  if (!(letters instanceof Text) || at === null || at.from >= letters.length) return null;
  const range = new Range();
  range.setStart(letters, at.from);
  range.setEnd(letters, Math.min(Math.max(at.to, at.from + 1), letters.length));
  return range;
}

function useHighlight(name: string, mirror: RefObject<HTMLElement | null>, at: TextRange | null, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another node to point into
  useEffect(() => {
    if (!("highlights" in CSS)) return;
    const range = rangeIn(mirror.current, at);
    if (range === null) CSS.highlights.delete(name);
    else CSS.highlights.set(name, new Highlight(range));
    return () => {
      CSS.highlights.delete(name);
    };
  }, [name, mirror, at, text]);
}
