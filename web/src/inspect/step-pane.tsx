/** The selected field from its octets: every integer's bits, every character's code, every rule. */
import { Fragment, type ReactNode, useEffect, useState } from "react";
import type { Explanation, Fault, IntegerPart, Part, ReferencePart, StringPart } from "../engine/types";
import { has } from "../engine/windows";
import { isOpen } from "../session/session";
import { CopyButton } from "../ui/copy";
import { count } from "../ui/figures";
import { KindMark } from "../ui/kind";
import { Empty, Pane } from "../ui/pane";
import { Section, SectionText, sentence } from "../ui/section";
import { useAnswer } from "../ui/use-answer";
import { digitsOf, IntegerBits, OctetBits } from "./bits";
import { Characters } from "./characters";
import { useInspector, useSelectedBlock, useSelectedOctets, useSession } from "./inspector";
import { Nothing } from "./nothing";
import { octetRange, placeName } from "./place-name";
import { UNKNOWN_TEXT } from "./unknown";
import { wholeField } from "./whole-field";
import "./step-pane.css";

export function StepPane() {
  const inspector = useInspector();
  const block = useSelectedBlock();
  const selection = useSession((session) => session.selection);
  const opened = useSession((session) => session.opened);
  const isAnything = useSession(isOpen);
  const [charactersFrom, setCharactersFrom] = useState(0);
  const { row, fault } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field is read from its beginning
  useEffect(() => setCharactersFrom(0), [row, fault, selection.block]);
  const explanation = useAnswer(() => {
    if (opened?.status !== "ok") return null;
    if (row !== null) return inspector.client.core.explain(row, charactersFrom);
    return fault ? inspector.client.core.explainFault(selection.block, charactersFrom) : null;
  }, [opened, row, fault, selection.block, charactersFrom]);

  const total = block === null ? 0 : block.rows + (block.fault ? 1 : 0);
  const number = block === null ? 0 : row === null ? block.rows + 1 : row - block.firstRow + 1;
  const note =
    explanation === null || block === null
      ? null
      : `${count(number)} of ${count(total)} · octets ${octetRange(explanation.start, explanation.end)}`;
  return (
    <Pane id="step" title="This step" note={note} actions={<CopyActions />}>
      {!isAnything ? (
        <Nothing>The bits of the selected field stand here</Nothing>
      ) : explanation === null ? (
        <FaultOnly />
      ) : (
        <div className="step-body scroll" tabIndex={0} role="group" aria-label="Bits and rules of this step">
          <Title explanation={explanation} />
          {explanation.fault !== null && <FaultBox fault={explanation.fault} />}
          <Parts explanation={explanation} onPage={setCharactersFrom} />
          <Rules explanation={explanation} />
          <Uses explanation={explanation} />
          <Warnings explanation={explanation} />
        </div>
      )}
    </Pane>
  );
}

function Title({ explanation }: { explanation: Explanation }) {
  return (
    <h3 className="step-title">
      <KindMark kind={explanation.fault === null ? explanation.kind : "error"} />
      <span>
        {explanation.title} <Section section={explanation.section} />
      </span>
    </h3>
  );
}

/** A fault that no representation could be read for, or a moment without a step. */
function FaultOnly() {
  const { client } = useInspector();
  const selection = useSession((session) => session.selection);
  const detail = useAnswer(
    () => (selection.fault ? client.core.detail(selection.block) : null),
    [selection.block, selection.fault],
  );
  if (detail?.fault) {
    return (
      <div className="step-body scroll" tabIndex={0} role="group" aria-label="The fault">
        <FaultBox fault={detail.fault} />
      </div>
    );
  }
  return selection.row === null && !selection.fault ? <Empty>Before the first field of this block</Empty> : null;
}

/** Where a block goes wrong: the octet, the bit, the rule, and what follows from it. */
function FaultBox({ fault }: { fault: Fault }) {
  const held = useSelectedOctets();
  const value = held?.octets[fault.at];
  return (
    <div className="fault-box" role="note" aria-label="The fault">
      <p className="fault-line">
        <strong className="mono">{fault.code}</strong>
        <span>
          octet {fault.at}
          {value !== undefined && `, bit ${fault.bit}`}
        </span>
        <Section section={fault.section} />
      </p>
      {value === undefined ? (
        <p className="note">The block ends here; another octet should follow.</p>
      ) : (
        <OctetBits
          octet={fault.at}
          value={value}
          bits={digitsOf(value).map((bit) => ({ bit, as: "faulty" as const }))}
          kind="error"
          mark={fault.bit}
          words={<span className="dim">the faulty octet</span>}
        />
      )}
      <p>
        <SectionText text={sentence(fault.message)} />
      </p>
      <p className="dim">
        <SectionText text={sentence(fault.advice)} />
      </p>
    </div>
  );
}

function Parts({ explanation, onPage }: { explanation: Explanation; onPage: (from: number) => void }) {
  const inspector = useInspector();
  const chosen = useSession((session) => session.selection.octet ?? session.hover?.octet ?? null);
  const here = { block: explanation.block, row: explanation.row, fault: explanation.row === null };
  const onOver = (octet: number | null) => inspector.hover(octet === null ? null : { ...here, octet });
  const onChoose = (octet: number) => inspector.select({ ...here, octet });
  const kind = explanation.kind;
  return (
    <div className="parts">
      {explanation.parts.map((part, number) => {
        const key = number;
        if (part.part === "integer") {
          return (
            <IntegerBits
              key={key}
              integer={part}
              kind={kind}
              chosen={chosen}
              meaning={meaningOf(part, explanation.parts)}
              onOver={onOver}
              onChoose={onChoose}
            />
          );
        }
        if (part.part === "string") {
          return (
            <Fragment key={key}>
              <StringText string={part} row={explanation.row} />
              <Characters string={part} chosen={chosen} onOver={onOver} onChoose={onChoose} onPage={onPage} />
            </Fragment>
          );
        }
        return <Reference key={key} reference={part} />;
      })}
    </div>
  );
}

/** What an integer is for, in words. */
function meaningOf(integer: IntegerPart, parts: Part[]): ReactNode {
  const number = <strong>{count(integer.value)}</strong>;
  switch (integer.role) {
    case "index":
    case "name-index": {
      if (integer.role === "name-index" && integer.value === 0) return <>{number}: the name follows as a string</>;
      const reference = parts.find((part) => part.part === "reference");
      if (reference === undefined) return <>index {number}</>;
      return (
        <>
          {number} → {referenceText(reference)}
        </>
      );
    }
    case "name-length":
    case "value-length":
      return (
        <>
          {integer.role === "name-length" ? "Name" : "Value"}: {integer.huffman ? "Huffman" : "as it is"}, {number}{" "}
          {integer.value === 1 ? "octet" : "octets"}
        </>
      );
    case "size":
      return <>New maximum: {number} octets</>;
  }
}

function referenceText(reference: ReferencePart): ReactNode {
  if (reference.name === null) return <em className="unknown">{UNKNOWN_TEXT.unknown}</em>;
  if (reference.uses === "name") return <span className="mono">{cut(reference.name)}</span>;
  return (
    <span className="mono">
      {cut(reference.name)}: {cut(reference.value ?? "")}
    </span>
  );
}

/** Longest name or value in a line of words, characters. */
const IN_WORDS = 160;

function cut(text: string): string {
  return text.length > IN_WORDS ? `${text.slice(0, IN_WORDS)}…` : text;
}

/** Leads from a reference to the step that inserted the entry. */
function Reference({ reference }: { reference: ReferencePart }) {
  const { from } = reference;
  return (
    <>
      {reference.uses === "name and value" && reference.value !== null && (
        <CopyLine of="value" text={reference.value} />
      )}
      {from !== null && <InsertedAt from={from} />}
    </>
  );
}

function InsertedAt({ from }: { from: NonNullable<ReferencePart["from"]> }) {
  const inspector = useInspector();
  return (
    <p className="note">
      Inserted at{" "}
      <button
        type="button"
        className="link mono"
        aria-label={`${placeName(from)}, go to the step that inserted it`}
        onClick={() => inspector.selectRow(from.row)}
      >
        {placeName(from)}
      </button>
    </p>
  );
}

/** Longest text that a line shows, characters. */
const IN_LINE = 4096;

/** A name or value, with a button that copies it. */
function CopyLine({ of, text, whole }: { of: "name" | "value"; text: string; whole?: () => Promise<string> }) {
  return (
    <p className="string-text">
      <span className="dim">{of}</span>
      <code>
        {text.slice(0, IN_LINE)}
        {(whole !== undefined || text.length > IN_LINE) && "…"}
      </code>
      <CopyButton text={whole ?? text} label={`copy the ${of}`} className="button button-plain copy-small">
        copy
      </CopyButton>
    </p>
  );
}

function StringText({ string, row }: { string: StringPart; row: number | null }) {
  const { client } = useInspector();
  const isCut = string.octets > IN_LINE && row !== null;
  const whole = isCut ? async () => (await wholeField(client.core, row))?.[string.role] ?? string.text : undefined;
  return (
    <>
      <CopyLine of={string.role} text={string.text} {...(whole === undefined ? {} : { whole })} />
      {!string.utf8 && <p className="note">Not UTF-8: octets that can't be shown stand as «�».</p>}
    </>
  );
}

function Rules({ explanation }: { explanation: Explanation }) {
  const { insertion } = explanation;
  return (
    <div className="rules">
      {explanation.rules.map(({ section, text }) => (
        <p key={section + text}>
          <SectionText text={text} /> <Section section={section} />
        </p>
      ))}
      {insertion !== null && (
        <p>
          The table goes from {count(insertion.before.size)} to <strong>{count(insertion.after.size)}</strong> of{" "}
          {count(insertion.after.maxSize)} octets.
        </p>
      )}
    </div>
  );
}

/** Most later uses that are listed. */
const USES_SHOWN = 12;

/** The later fields that referred to the entry that this step inserted. */
function Uses({ explanation }: { explanation: Explanation }) {
  const inspector = useInspector();
  const block = useSelectedBlock();
  const direction = block?.direction ?? 0;
  const { row } = explanation;
  const stored = explanation.insertion?.stored === true;
  const answer = useAnswer(() => {
    if (!stored || row === null) return null;
    return (async () => {
      const { core } = inspector.client;
      const view = await core.table(direction, row, 0, 1);
      if (view === null || view.inserted === null) return null;
      const uses = await core.usesOf(view.inserted, direction);
      const shown = await Promise.all(Array.from(uses.subarray(0, USES_SHOWN), (use) => inspector.client.row(use)));
      return { total: uses.length, shown: shown.filter((use) => use !== null) };
    })();
  }, [row, stored, direction]);
  if (!stored || answer === null) return null;
  return (
    <p className="note">
      {answer.total === 0 ? (
        "No later field refers to this entry."
      ) : (
        <>
          Referred to {answer.total === 1 ? "once" : `${count(answer.total)} times`} later:{" "}
          {answer.shown.map((use, number) => (
            <Fragment key={use.row}>
              {number > 0 && ", "}
              <button type="button" className="link mono" onClick={() => inspector.selectRow(use.row)}>
                {placeName({ block: use.block, octet: use.start })}
              </button>
            </Fragment>
          ))}
          {answer.total > answer.shown.length && " …"}
        </>
      )}
    </p>
  );
}

/** Warnings of RFC 9113 §8 about this field. */
function Warnings({ explanation }: { explanation: Explanation }) {
  const { client } = useInspector();
  const block = useSelectedBlock();
  const detail = useAnswer(
    () => (block !== null && block.warnings > 0 ? client.core.detail(block.block) : null),
    [block?.block, block?.warnings],
  );
  if (detail === null || block === null || explanation.row === null) return null;
  const item = explanation.row - block.firstRow;
  return (
    <>
      {detail.warnings
        .filter((warning) => warning.item === item)
        .map((warning) => (
          <p key={warning.code} className="warning">
            <strong className="mono">{warning.code}</strong> {sentence(warning.message)}{" "}
            <Section section={warning.section} />
          </p>
        ))}
    </>
  );
}

function CopyActions() {
  const { client } = useInspector();
  const selected = useSession((session) => session.selection.row);
  const row = useAnswer(() => (selected === null ? null : client.row(selected)), [selected]);
  if (row === null || row.kind === "size-update" || has(row, "nameUnknown") || has(row, "valueUnknown")) return null;
  return (
    <CopyButton
      text={async () => {
        const field = await wholeField(client.core, row.row);
        return field === null ? "" : `${field.name}: ${field.value}`;
      }}
      label="Copy field as name: value"
      className="button button-plain"
    >
      Copy field
    </CopyButton>
  );
}
