/** The settings of how a session starts and how pasted text splits into blocks, below their button. */
import { type RefObject, useEffect, useId, useState } from "react";
import { Popover } from "react-aria-components";
import type { OpenOptions } from "../engine/types";
import { parsePrior, parseTableSize, printPrior, startOf, USUAL_START } from "../session/options";
import { count } from "../ui/figures";
import { useInspector, useSession } from "./inspector";
import styles from "./options-form.module.css";

export function OptionsPopover({ button, onClose }: { button: RefObject<HTMLElement | null>; onClose: () => void }) {
  const inspector = useInspector();
  const options = useSession((session) => session.options);
  const bySource = useSession((session) => (session.opened?.status === "ok" ? session.opened.initialTableSize : null));
  const changed = startOf(options) !== null;
  return (
    <Popover
      className="popover"
      placement="bottom start"
      aria-label="Start and splitting"
      triggerRef={button}
      isOpen
      onOpenChange={onClose}
    >
      <div className={styles.optionsForm}>
        <label className="option">
          <span>The first block starts with</span>
          <select
            className="control"
            value={options.start}
            onChange={(event) => inspector.reopen({ start: event.target.value as OpenOptions["start"] })}
          >
            <option value="fresh">An empty table</option>
            <option value="unknown">A table with unknown entries</option>
          </select>
        </label>
        {bySource === null ? (
          <TableSize key={options.maxTableSize} size={options.maxTableSize} />
        ) : (
          <p className="option">
            <span>{TABLE_SIZE}</span>
            <span>
              <strong>{count(bySource)}</strong>, set by the text
            </span>
          </p>
        )}
        <Prior prior={options.prior} />
        <label className="option">
          <span>Split the text into blocks</span>
          <select
            className="control"
            value={options.blocks}
            onChange={(event) => inspector.reopen({ blocks: event.target.value as OpenOptions["blocks"] })}
          >
            <option value="auto">Detect automatically</option>
            <option value="blank">At blank lines</option>
            <option value="lines">At every line</option>
          </select>
        </label>
        {changed && (
          <button type="button" className="button" onClick={() => inspector.reopen(USUAL_START)}>
            Reset to defaults
          </button>
        )}
      </div>
    </Popover>
  );
}

const TABLE_SIZE = "SETTINGS_HEADER_TABLE_SIZE at the start, bytes";

function TableSize({ size }: { size: number }) {
  const inspector = useInspector();
  const [text, setText] = useState(String(size));
  const error = useId();
  const parsed = parseTableSize(text);

  function commit() {
    if (parsed !== null && parsed !== size) inspector.reopen({ maxTableSize: parsed });
  }

  return (
    <label className="option">
      <span>{TABLE_SIZE}</span>
      <input
        className="control mono"
        inputMode="numeric"
        value={text}
        aria-invalid={parsed === null}
        aria-describedby={error}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
      />
      <span id={error} className="option-error">
        {parsed === null ? "Enter a whole number from 0 to 4294967295." : ""}
      </span>
    </label>
  );
}

/** Typing is taken over once it pauses, milliseconds. */
const PAUSE_MS = 500;

function Prior({ prior }: { prior: [string, string][] }) {
  const inspector = useInspector();
  const held = printPrior(prior);
  const [text, setText] = useState(held);
  const error = useId();
  const parsed = parsePrior(text);
  // What was set elsewhere; what is being typed says the same already, and keeps the focus.
  useEffect(() => {
    setText((text) => {
      const parsed = parsePrior(text);
      return parsed.status === "ok" && printPrior(parsed.prior) === held ? text : held;
    });
  }, [held]);
  useEffect(() => {
    const parsed = parsePrior(text);
    if (parsed.status === "error" || printPrior(parsed.prior) === printPrior(prior)) return;
    const timer = setTimeout(() => inspector.reopen({ prior: parsed.prior }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [inspector, text, prior]);
  return (
    <label className="option">
      <span>Entries in the table, newest first</span>
      <textarea
        className="control"
        rows={3}
        value={text}
        placeholder="name: value"
        spellCheck={false}
        aria-invalid={parsed.status === "error"}
        aria-describedby={error}
        onChange={(event) => setText(event.target.value)}
      />
      <span id={error} className="option-error">
        {parsed.status === "error" ? parsed.message : ""}
      </span>
    </label>
  );
}
