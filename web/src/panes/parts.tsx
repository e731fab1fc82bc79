/** A representation part by part, in wire order: integers, strings, the entry that an index refers to. */
import { Fragment, type ReactNode, useRef } from "react";
import { cut, type ShownText } from "../engine/shown-text";
import type { Explanation, IntegerPart, Part, ReferencePart, StringPart } from "../engine/types";
import { useHovered, useInspector, useReader, useSession } from "../session/inspector";
import type { UnknownWords } from "../session/unknown";
import { copyOf, copyOfBytes } from "../session/whole-text";
import { CopyButton } from "../ui/copy";
import { count } from "../ui/figures";
import { Note, Stack } from "../ui/layout";
import { Tag, Unknown } from "../ui/tag";
import { useScrolls } from "../ui/use-scrolls";
import { IntegerBits } from "./bits";
import { Characters } from "./characters";
import { PlaceLink } from "./place-link";
import { LookUps } from "./readings";
import styles from "./step-pane.module.css";

export function Parts(props: { explanation: Explanation; words: UnknownWords; onPage: (from: number) => void }) {
  const { explanation, words, onPage } = props;
  const inspector = useInspector();
  const selected = useSession((session) => session.selection.byte);
  const over = useHovered((over) => over?.byte ?? null);
  const chosen = selected ?? over;
  const here = { block: explanation.block, row: explanation.row, error: explanation.row === null };
  const onOver = (byte: number | null) => inspector.hover(byte === null ? null : { ...here, byte });
  const onChoose = (byte: number) => inspector.select({ ...here, byte });
  const kind = explanation.kind;
  return (
    <Stack>
      {explanation.parts.map((part, number) => {
        const key = number;
        if (part.part === "integer") {
          return (
            <IntegerBits
              key={key}
              integer={part}
              kind={kind}
              chosen={chosen}
              meaning={meaningOf(part, explanation.parts, words)}
              onOver={onOver}
              onChoose={onChoose}
            />
          );
        }
        if (part.part === "string") {
          return (
            <Fragment key={key}>
              <StringText block={explanation.block} string={part} />
              <Characters string={part} chosen={chosen} onOver={onOver} onChoose={onChoose} onPage={onPage} />
              {part.huffman && part.end > part.start && <LookUps block={explanation.block} string={part} />}
            </Fragment>
          );
        }
        return <Reference key={key} reference={part} row={explanation.row} />;
      })}
    </Stack>
  );
}

/** The integer's meaning in words. */
export function meaningOf(integer: IntegerPart, parts: Part[], words: UnknownWords): ReactNode {
  const number = <strong>{count(integer.value)}</strong>;
  switch (integer.role) {
    case "index":
    case "name-index": {
      if (integer.role === "name-index" && integer.value === 0) return <>{number}: the name follows as a string</>;
      const reference = parts.find((part) => part.part === "reference");
      if (reference === undefined) return <>index {number}</>;
      return (
        <>
          {number} → {referenceText(reference, words)}
        </>
      );
    }
    case "name-length":
    case "value-length":
      return (
        <>
          {integer.role === "name-length" ? "Name" : "Value"}: {integer.huffman ? "Huffman" : "plain"}, {number}{" "}
          {integer.value === 1 ? "byte" : "bytes"}
        </>
      );
    case "size":
      return <>New maximum: {number} bytes</>;
  }
}

function referenceText(reference: ReferencePart, words: UnknownWords): ReactNode {
  if (reference.name === null) {
    // An index that no table could hold.
    const isImpossible = reference.position === null && reference.table === "dynamic";
    return isImpossible ? (
      <Unknown data-how="impossible">{words.impossible}</Unknown>
    ) : (
      <Unknown>{words.unknown}</Unknown>
    );
  }
  return (
    <>
      {reference.guessed && <Tag look="guess">guess</Tag>}{" "}
      <span className="mono">
        {cut(reference.name, IN_WORDS)}
        {reference.uses === "name and value" && reference.value !== null && <>: {cut(reference.value, IN_WORDS)}</>}
      </span>
    </>
  );
}

/** Longest name or value in a sentence, characters. */
const IN_WORDS = 160;

/** Links a reference to the step that inserted the entry. */
function Reference({ reference, row }: { reference: ReferencePart; row: number | null }) {
  const reader = useReader();
  const { from } = reference;
  return (
    <>
      {reference.uses === "name and value" && reference.value !== null && (
        <CopyLine
          of="value"
          text={reference.value}
          whole={async () => {
            const [field] = row === null ? [] : ((await reader.core.wholeFields(row, row + 1)) ?? []);
            if (field == null) throw new Error("The value is unknown.");
            return copyOf(field.value, field.valueHex);
          }}
        />
      )}
      {from !== null && <InsertedAt from={from} />}
    </>
  );
}

function InsertedAt({ from }: { from: NonNullable<ReferencePart["from"]> }) {
  return (
    <Note>
      Inserted at <PlaceLink to={from} label="go to the step that inserted it" />
    </Note>
  );
}

/** A name or value, with a button that copies all of it. */
function CopyLine(props: { of: "name" | "value"; text: ShownText; whole: () => Promise<string> }) {
  const { of, text, whole } = props;
  const shown = useRef<HTMLElement>(null);
  const scrolls = useScrolls(shown);
  return (
    <p className={styles.stringText}>
      <span className="dim">{of}</span>
      <code ref={shown} tabIndex={scrolls ? 0 : undefined}>
        {text}
      </code>
      <CopyButton text={whole} label={`copy the ${of}`} className="dim">
        copy
      </CopyButton>
    </p>
  );
}

function StringText({ block, string }: { block: number; string: StringPart }) {
  const reader = useReader();
  return (
    <>
      <CopyLine
        of={string.role}
        text={string.text}
        whole={async () => {
          const { start, end, huffman } = string;
          return copyOfBytes(await reader.core.wholeString(block, start, end, huffman));
        }}
      />
      {!string.utf8 && <Note>Not UTF-8: “�” stands for bytes that are not text. Copying gives all bytes in hex.</Note>}
    </>
  );
}
