/** What a person brought, how it was read, and how it is to be decoded. */
import { useEffect, useMemo, useRef, useState } from "react";
import { type Opened, type Problem, TEXT_CUT } from "../engine/types";
import { count, counted, hexOf } from "../ui/figures";
import { Pane } from "../ui/pane";
import { useAnswer } from "../ui/use-answer";
import { ExamplesMenu } from "./examples-menu";
import { useInspector, useSelectedOctets, useSession } from "./inspector";
import { OptionsForm } from "./options-form";
import { SourceText, type TextRange } from "./source-text";
import { UnknownStartOffer } from "./unknown-start-offer";
import "./input-pane.css";

/** Typing is decoded once it pauses, milliseconds. */
const PAUSE_MS = 180;
/** Decoding that takes longer shows that it can be stopped, milliseconds. */
const SLOW_MS = 400;

export function InputPane() {
  return (
    <Pane id="input" title="Input" note="paste or drop" actions={<ExamplesMenu />}>
      <div className="input-body">
        <Source />
        <Reading />
      </div>
    </Pane>
  );
}

function Source() {
  const inspector = useInspector();
  const input = useSession((session) => session.input);
  const example = useSession((session) => session.example);
  const opened = useSession((session) => session.opened);
  // What stands in the field while a person types, before it is opened.
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef(0);
  const text = input.kind === "text" ? input.text : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was opened takes the draft's place
  useEffect(() => {
    setDraft(null);
    clearTimeout(timer.current);
  }, [input]);
  const lights = useLights(input.kind === "text" ? (draft ?? text) : "");

  function onEdit(text: string) {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      inspector.open({ kind: "text", text }, null, { format: null });
    }, PAUSE_MS);
  }

  if (input.kind === "file") {
    return (
      <div className="source source-file">
        <p>
          <strong>{input.name}</strong>
          <br />
          {counted(input.octets.length, "octet")}
        </p>
        <code>
          {hexOf(input.octets.subarray(0, 64))}
          {input.octets.length > 64 && " …"}
        </code>
        <button
          type="button"
          className="button"
          onClick={() => inspector.open({ kind: "text", text: "" }, null, { format: null })}
        >
          Close the file
        </button>
      </div>
    );
  }
  return (
    <SourceText
      text={draft ?? text}
      lights={lights}
      onEdit={onEdit}
      pasteReplaces={example !== null && draft === null}
      invalid={opened?.status === "refused"}
      describedBy="input-reading"
    />
  );
}

/** What is lit up in the text: the selected and the hovered octets, or the culprit. */
function useLights(text: string): { selected: TextRange | null; over: TextRange | null; culprit: TextRange | null } {
  const { client } = useInspector();
  const opened = useSession((session) => session.opened);
  const busy = useSession((session) => session.busy);
  const selection = useSession((session) => session.selection);
  const over = useSession((session) => session.hover);
  const held = useSelectedOctets();
  const refused = opened?.status === "refused" ? opened : null;
  const fault = useAnswer(
    () => (selection.fault ? client.core.detail(selection.block) : null),
    [selection.block, selection.fault, opened],
  );
  const row = useAnswer(() => (selection.row === null ? null : client.row(selection.row)), [selection.row, opened]);
  const overRow = over?.row == null ? null : client.peekRow(over.row);

  const culpritAt = refused?.offset ?? null;
  const culprit = useMemo(
    () => (culpritAt === null || busy ? null : { from: culpritAt, to: culpritAt + wholeLetter(text, culpritAt) }),
    [culpritAt, busy, text],
  );
  const selected = useMemo(() => {
    if (held === null || selection.block !== held.block || busy) return null;
    if (selection.octet !== null) return spelled(held.places, selection.octet, selection.octet + 1);
    if (selection.fault && fault?.fault) {
      const { fieldOffset, at } = fault.fault;
      return spelled(held.places, fieldOffset, Math.max(at, fieldOffset) + 1);
    }
    if (row !== null && row.row === selection.row) return spelled(held.places, row.start, row.end);
    return null;
  }, [held, selection, fault, row, busy]);
  const hovered = useMemo(() => {
    if (held === null || over === null || over.block !== held.block) return null;
    if (over.octet !== null) return spelled(held.places, over.octet, over.octet + 1);
    return overRow === null ? null : spelled(held.places, overRow.start, overRow.end);
  }, [held, over, overRow]);
  return { selected, over: hovered, culprit };
}

/** A letter may take two UTF-16 units. */
function wholeLetter(text: string, at: number): number {
  const letter = text.codePointAt(at);
  return letter !== undefined && letter > 0xffff ? 2 : 1;
}

/** Where octets [from, to) are spelled; `places` holds start and end of each. */
function spelled(places: Uint32Array, from: number, to: number): TextRange | null {
  const last = Math.min(to, places.length / 2) - 1;
  const start = places[2 * from];
  const end = places[2 * last + 1];
  return start === undefined || end === undefined || last < from ? null : { from: start, to: end };
}

/** How the input was read: recognised, refused, or being read. */
function Reading() {
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
          </p>
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
        <button
          type="button"
          className="chip"
          onClick={() => {
            inspector.open({ kind: "text", text: "" }, null, { format: null });
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
      <UnknownStartOffer />
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
