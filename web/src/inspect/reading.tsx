/** What became of the input: recognised, refused, or still being read. */
import { useEffect, useState } from "react";
import { type Opened, type Problem, TEXT_CUT } from "../engine/types";
import { USUAL_START } from "../session/options";
import { count, counted } from "../ui/figures";
import { useInspector, useSession } from "./inspector";
import { OptionsForm } from "./options-form";
import { StartAssumption, StartChips, StartSetBack } from "./start-chips";
import { wholeLetter } from "./use-lights";
import "./reading.css";

/** Decoding that takes longer shows that it can be stopped, milliseconds. */
const SLOW_MS = 400;

export function Reading() {
  const inspector = useInspector();
  const opened = useSession((session) => session.opened);
  const busy = useSession((session) => session.busy);
  const crashed = useSession((session) => session.crashed);
  const slow = useSlow(busy);
  return (
    <div id="input-reading" className="reading" role="status">
      {slow ? (
        <p className="reading-line">
          Decoding…{" "}
          <button type="button" className="button" onClick={() => inspector.cancel()}>
            Stop
          </button>
        </p>
      ) : crashed !== null ? (
        <div className="refusal">
          <p>{crashed}</p>
          <button type="button" className="button" onClick={() => inspector.reopen({})}>
            Try again
          </button>
        </div>
      ) : opened === null ? null : opened.status === "refused" ? (
        <>
          <Refusal refused={opened} />
          <p className="reading-line">
            <OptionsForm />
            <StartChips />
          </p>
          <StartSetBack />
        </>
      ) : (
        <Recognised opened={opened} />
      )}
    </div>
  );
}

function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return slow;
}

function Refusal({ refused }: { refused: Extract<Opened, { status: "refused" }> }) {
  const isEmpty = useSession((session) => session.input.kind === "text" && session.input.text.trim() === "");
  const format = useSession((session) => session.options.format);
  const inspector = useInspector();
  if (isEmpty) return <p className="reading-line dim">Nothing here yet. Paste header blocks, or choose an example.</p>;

  function show() {
    const field = document.querySelector<HTMLTextAreaElement>("#input-text");
    if (field === null || refused.offset === null) return;
    field.focus();
    field.setSelectionRange(refused.offset, refused.offset + wholeLetter(field.value, refused.offset));
  }

  return (
    <div className="refusal">
      <p>
        <strong>Not decoded.</strong> {refused.message}
      </p>
      <p className="refusal-actions">
        {refused.line > 0 && (
          <button type="button" className="button" onClick={show}>
            Line {count(refused.line)}, column {count(refused.column)}
          </button>
        )}
        {format !== null && (
          <button type="button" className="button" onClick={() => inspector.reopen({ format: null })}>
            Recognise the format again
          </button>
        )}
      </p>
    </div>
  );
}

function Recognised({ opened }: { opened: Extract<Opened, { status: "ok" }> }) {
  const inspector = useInspector();
  const overruled = useSession((session) => session.options.format);
  return (
    <>
      <p className="reading-line">
        <span className="chip" title={`${opened.format.title}: ${opened.format.detail}`}>
          <span className="chip-check" aria-hidden="true">
            ✓
          </span>{" "}
          {opened.format.id} · {counted(opened.blocks, "block")} · {count(opened.octets)} B
        </span>
        {(opened.otherFormats.length > 0 || overruled !== null) && (
          <label className="chip chip-select">
            <span className="sr-only">Read it as</span>
            <select
              value=""
              onChange={(event) =>
                inspector.reopen({ format: event.target.value === "auto" ? null : event.target.value })
              }
            >
              <option value="" disabled>
                change…
              </option>
              {overruled !== null && <option value="auto">recognise it</option>}
              {opened.otherFormats.map((format) => (
                <option key={format.id} value={format.id}>
                  read as {format.title}
                </option>
              ))}
            </select>
          </label>
        )}
        <OptionsForm />
        <StartChips />
        <button
          type="button"
          className="chip"
          onClick={() => {
            inspector.open({ kind: "text", text: "" }, null, { format: null, ...USUAL_START });
            document.querySelector<HTMLElement>("#input-text")?.focus();
          }}
        >
          clear
        </button>
        {opened.otherBlocks !== null && (
          <button
            type="button"
            className="chip"
            onClick={() => inspector.reopen({ blocks: opened.otherBlocks ?? "auto" })}
          >
            {opened.otherBlocks === "lines" ? "a block a line instead" : "join the lines instead"}
          </button>
        )}
      </p>
      <StartSetBack />
      <StartAssumption />
      <Problems problems={opened.problems} />
    </>
  );
}

/** Most problems that are listed at once. */
const PROBLEMS_SHOWN = 20;

function Problems({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="problems" aria-label="Notes on the input">
      {problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
        <li key={problem.where + problem.message}>
          <span className="dim">{problem.where}:</span> {problem.message.slice(0, TEXT_CUT)}
        </li>
      ))}
      {problems.length > PROBLEMS_SHOWN && <li className="dim">and {count(problems.length - PROBLEMS_SHOWN)} more</li>}
    </ul>
  );
}
