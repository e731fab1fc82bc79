/** The bytes around the step, its bits, its text, and the sentences about the current part, which all take their room from the first part on. */
import { clsx } from "clsx";
import { type CSSProperties, Fragment, type ReactNode } from "react";
import { cut } from "../engine/shown-text";
import type { ErrorDetail, Explanation, Framing, Part, StringPart } from "../engine/types";
import { ByteBits, digitsOf, IntegerBits } from "../panes/bits";
import { Characters } from "../panes/characters";
import { errorBits } from "../panes/error-box";
import { meaningOf } from "../panes/parts";
import { useUnknownWords } from "../session/unknown";
import { counted } from "../ui/figures";
import { KindMark } from "../ui/kind";
import { Section, SectionText } from "../ui/section";
import { BytesPart } from "./bytes-part";
import { useFit } from "./fit";
import styles from "./present.module.css";
import type { Stage } from "./stages";

/** Scale of type and boxes, or of the boxes alone if it is below 1, and the characters of a string that are shown with their codes. */
const WAYS = [
  ...[1.4, 1.25, 1.1, 1].map((scale) => [scale, 40] as const),
  ...[30, 20, 14, 9, 5].map((most) => [1, most] as const),
  ...[0.9, 0.8, 0.7, 0.6].map((scale) => [scale, 5] as const),
];

/** Lines of bytes at a scale. */
const linesAt = (scale: number) => (scale < 0.7 ? 1 : scale < 1 ? 2 : 3);

/** `asking`: the current stage's answer is hidden. `of`: what is shown. */
type Props = {
  of: unknown;
  stages: Stage[];
  at: number;
  asking: boolean;
  bytes: Uint8Array;
  framing: Framing | null;
  error: ErrorDetail | null;
};

export function StepPart(props: Props & { explanation: Explanation | null; title: string }) {
  const { explanation, stages, at, asking, bytes, error } = props;
  const words = useUnknownWords();
  const [place, [scale, most]] = useFit(props.of, WAYS);
  /** A stage's bits are shown when it is asked about, its words once it is answered. */
  const isKnown = (stage: number) => stage < at || (stage === at && !asking);
  const parts = explanation?.parts.map((part) => withCut(part, most)) ?? [];
  const shown = parts.filter((part) => part.part !== "reference");
  const kind = error === null ? (explanation?.kind ?? "error") : "error";
  const value = error === null ? undefined : bytes[error.at];
  // The codes of one string at a time, or the byte of the error.
  const details = shown.flatMap((part, nth) =>
    part.part === "string" ? [{ stage: nth + 1, bits: <Codes string={part} most={most} /> }] : [],
  );
  if (error !== null && value !== undefined) {
    const errorAt = stages.findIndex(({ name }) => name === "error");
    const marks = isKnown(errorAt) ? errorBits(error, explanation?.parts ?? []) : undefined;
    const bits = digitsOf(value).map((bit) => ({ bit, as: "broken" as const }));
    const words = `byte ${error.at}: the error is here`;
    const byte = <ByteBits byte={error.at} value={value} bits={bits} marks={marks} kind="error" words={words} />;
    details.push({ stage: errorAt, bits: byte });
  }
  const detailed = details.findLast(({ stage }) => stage <= at);
  return (
    <div ref={place} className={styles.step} style={{ "--fit": scale } as CSSProperties}>
      <BytesPart {...props} isSecret={!isKnown(0)} lines={linesAt(scale)} />
      <h2 className={styles.title} data-hidden={(stages.length > 0 && !isKnown(0)) || undefined}>
        {(explanation !== null || error !== null) && <KindMark kind={kind} />}
        {props.title}
      </h2>
      {/* The first part has two stages: the prefix, and its number. */}
      {shown.map((part, nth) => (
        <PartOf key={part.start + part.part} hidden={nth > 0 && at < nth + 1} known={isKnown(nth + 1)}>
          {part.part === "integer" ? (
            <div className={styles.stack}>
              <div data-hidden={(nth === 0 && !isKnown(0)) || undefined}>
                <IntegerBits integer={part} kind={kind} meaning={meaningOf(part, parts, words)} />
              </div>
              {nth === 0 && !isKnown(0) && <Unread byte={part.start} value={bytes[part.start] ?? 0} />}
            </div>
          ) : (
            <p className={styles.text}>
              <span className="dim">{part.role}</span> {cut(part.text, most * 2)}
            </p>
          )}
        </PartOf>
      ))}
      <div className={styles.stack}>
        {details.map((detail) => (
          <PartOf key={detail.stage} hidden={detail !== detailed} known={isKnown(detail.stage)}>
            {detail.bits}
          </PartOf>
        ))}
      </div>
      <div className={clsx(styles.words, styles.stack)} aria-live="polite">
        {stages.map(({ name, question, says }, stage) => (
          <Fragment key={name}>
            <p data-hidden={stage !== at || !asking || undefined}>
              <strong>{question}</strong>
            </p>
            <p data-hidden={stage !== at || asking || undefined} data-words="">
              {says.map(({ text, section }) => (
                <Fragment key={text}>
                  <SectionText text={text} /> {section !== null && <Section section={section} />}{" "}
                </Fragment>
              ))}
            </p>
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** A byte whose bits nothing tells apart, while it is asked what they are. */
function Unread({ byte, value }: { byte: number; value: number }) {
  const bits = digitsOf(value).map((bit) => ({ bit, as: "prefix" as const }));
  return <ByteBits byte={byte} value={value} bits={bits} kind="indexed" words="" />;
}

function PartOf({ hidden, known, children }: { hidden: boolean; known: boolean; children: ReactNode }) {
  const style = known ? undefined : ({ "--answer": "hidden" } as CSSProperties);
  return (
    <div className={styles.part} data-hidden={hidden || undefined} style={style}>
      {children}
    </div>
  );
}

function Codes({ string, most }: { string: StringPart; most: number }) {
  const isAll = string.charactersTotal <= most;
  const characters = string.characters.slice(0, most);
  const none = () => {};
  const left = string.charactersTotal - characters.length;
  return (
    <>
      <Characters
        string={{ ...string, characters, charactersTotal: characters.length, padding: isAll ? string.padding : null }}
        chosen={null}
        onOver={none}
        onChoose={none}
        onPage={none}
      />
      {left > 0 && <p className={styles.around}>… {counted(left, "more byte")} of text</p>}
    </>
  );
}

/** The entry that a reference names, in a line or two. */
function withCut(part: Part, most: number): Part {
  if (part.part !== "reference" || part.value === null) return part;
  return { ...part, value: cut(part.value, Math.max(most * 2, 24)) };
}
