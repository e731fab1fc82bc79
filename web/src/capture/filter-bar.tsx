/** Which frames the timeline shows, and where a text stands in the fields of the connection. */
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import type { Found, Sender } from "../engine/types";
import { useInspector, useSession } from "../inspect/inspector";
import { NO_FILTER } from "../session/session";
import { count, counted } from "../ui/figures";
import styles from "./filter-bar.module.css";
import { FRAME_TYPES } from "./words";

/** Typing is searched once it pauses, milliseconds. */
const PAUSE_MS = 140;

/** Value of the choice “Header blocks”, which are begun by frames of several types. */
const BLOCKS = "blocks";

export function FilterBar() {
  const inspector = useInspector();
  const filter = useSession((session) => session.timeline.filter);
  const shown = useSession((session) => session.timeline.frames);
  const all = useSession((session) => (session.opened?.status === "ok" ? session.opened.frames : 0));
  const isSet = JSON.stringify(filter) !== JSON.stringify(NO_FILTER);
  return (
    <search className={styles.filterBar} aria-label="Frames shown">
      <select
        className="control"
        aria-label="Type of frame"
        value={filter.blocks ? BLOCKS : (filter.kind ?? "")}
        onChange={({ target: { value } }) =>
          inspector.filterFrames({
            blocks: value === BLOCKS,
            kind: value === BLOCKS || value === "" ? null : Number(value),
          })
        }
      >
        <option value="">All frames</option>
        <option value={BLOCKS}>Header blocks</option>
        {FRAME_TYPES.map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="control"
        aria-label="Sent by"
        value={filter.sender ?? ""}
        onChange={({ target: { value } }) =>
          inspector.filterFrames({ sender: value === "" ? null : (value as Sender) })
        }
      >
        <option value="">Both sides</option>
        <option value="client">→ Client</option>
        <option value="server">← Server</option>
      </select>
      <StreamField stream={filter.stream} />
      <FindField />
      <span className={clsx("dim", styles.filterCount)} role="status">
        {isSet ? `${count(shown)} of ${counted(all, "frame")}` : counted(all, "frame")}
      </span>
      {isSet && (
        <button type="button" className="button" onClick={() => inspector.filterFrames(NO_FILTER)}>
          Show all
        </button>
      )}
    </search>
  );
}

function StreamField({ stream }: { stream: number | null }) {
  const inspector = useInspector();
  const [text, setText] = useState(stream === null ? "" : String(stream));
  useEffect(() => setText(stream === null ? "" : String(stream)), [stream]);
  return (
    <input
      className={clsx("control mono", styles.filterStream)}
      aria-label="Stream"
      placeholder="stream"
      inputMode="numeric"
      value={text}
      aria-invalid={text !== "" && !/^\d{1,10}$/.test(text.trim())}
      onChange={({ target: { value } }) => {
        setText(value);
        const digits = value.trim();
        if (digits === "" || /^\d{1,10}$/.test(digits)) {
          inspector.filterFrames({ stream: digits === "" ? null : Math.min(Number(digits), 2 ** 31 - 1) });
        }
      }}
    />
  );
}

/** Finds as a person types: the field that is next, and those before and after it. */
function FindField() {
  const inspector = useInspector();
  const filter = useSession((session) => session.timeline.filter);
  const opened = useSession((session) => session.opened);
  const [text, setText] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const timer = useRef(0);
  const run = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection has been searched for nothing yet
  useEffect(() => setFound(null), [opened]);

  async function find(text: string, how: "here" | "next" | "previous") {
    run.current += 1;
    const mine = run.current;
    const { row, block } = inspector.store.get().selection;
    const { reader } = inspector.store.get();
    const at = row ?? (await reader.block(block))?.firstRow ?? 0;
    const found = await reader.core.find(text, how === "next" ? at + 1 : at, how !== "previous");
    if (mine !== run.current) return;
    setFound(found);
    if (found?.row != null) await inspector.selectRow(found.row);
  }

  function onType(text: string) {
    setText(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      find(text, "here");
      if (filter.text !== "") inspector.filterFrames({ text });
    }, PAUSE_MS);
  }

  const none = found !== null && found.row === null;
  return (
    <span className={styles.find}>
      <input
        id="find-text"
        type="search"
        className={clsx("control", styles.findText)}
        aria-label="Find in names and values"
        placeholder="find in names and values"
        value={text}
        aria-invalid={none}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || text === "") return;
          event.preventDefault();
          find(text, event.shiftKey ? "previous" : "next");
        }}
      />
      <button
        type="button"
        className="button icon-button"
        aria-label="Find previous"
        disabled={text === ""}
        onClick={() => find(text, "previous")}
      >
        ▲
      </button>
      <button
        type="button"
        className="button icon-button"
        aria-label="Find next"
        disabled={text === ""}
        onClick={() => find(text, "next")}
      >
        ▼
      </button>
      <label className={styles.findOnly}>
        <input
          type="checkbox"
          checked={filter.text !== ""}
          disabled={text === "" && filter.text === ""}
          onChange={({ target }) => inspector.filterFrames({ text: target.checked ? text : "" })}
        />
        Show matches only
      </label>
      <span className={clsx("dim", styles.findCount)} role="status">
        {text !== "" &&
          found !== null &&
          (none ? "No matches" : `${count(found.before + 1)} of ${counted(found.total, "field")}`)}
      </span>
    </span>
  );
}
