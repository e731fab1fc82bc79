/** One step of a block: its bytes part by part, each with its bits and its rule, and the table after it. */
import { clsx } from "clsx";
import type { MouseEvent, ReactNode } from "react";
import type { ErrorDetail, Explanation, IntegerPart, Kind, Rule } from "../engine/types";
import { type ExplainedStep, hasFlag } from "../engine/windows";
import { IntegerBits } from "../panes/bits";
import { Causes } from "../panes/diagnosis";
import { ErrorBox } from "../panes/error-box";
import { meaningOf } from "../panes/parts";
import { ProvenanceOf } from "../panes/provenance";
import { UsesOf } from "../panes/uses";
import { WarningList } from "../panes/warnings";
import { useSession } from "../session/inspector";
import { bytesNamed } from "../session/place-name";
import { useUnknownWords } from "../session/unknown";
import { count, hexOf } from "../ui/figures";
import { KIND_NAMES, KindMark } from "../ui/kind";
import { Note, Row, Stack } from "../ui/layout";
import { Section, SectionText } from "../ui/section";
import { Unknown } from "../ui/tag";
import styles from "./explain.module.css";
import { partsOf, RemainingRules, type ShownPart } from "./rules";
import { StringTape } from "./string-tape";
import { TableState } from "./table-state";

/** Bytes below a step's heading; each part shows its own. */
const BYTES_SHOWN = 48;

const INTEGER_NAMES: Record<IntegerPart["role"], string> = {
  index: "Representation and index",
  "name-index": "Representation and name",
  size: "Representation and new maximum",
  "name-length": "Length of the name",
  "value-length": "Length of the value",
};

const CODE: Rule = {
  section: "RFC 7541 §B",
  text: "Each bracket is one character’s code; codes run on from byte to byte.",
};

type Props = {
  step: ExplainedStep;
  /** The block's error, if the step is that. */
  error: ErrorDetail | null;
  /** Among the block's steps, from 0, and how many those are. */
  nth: number;
  total: number;
  bytes: Uint8Array;
  /** Its element's id, and its address. */
  id: string;
  href: string;
  onFollow: (event: MouseEvent) => void;
};

export function StepSection({ step, error, nth, total, bytes, id, href, onFollow }: Props) {
  const { explanation, field, table } = step;
  const kind = field?.kind ?? "error";
  const rules = new RemainingRules(explanation);
  const parts = explanation === null ? [] : partsOf(explanation, rules);
  const words = useUnknownWords();
  const block = useSession((session) => session.selection.block);
  const isResized = field?.kind === "size-update";
  const isTouched = field !== null && (isResized || table?.inserted != null || (table?.evictedTotal ?? 0) > 0);
  const reference = explanation?.parts.find((part) => part.part === "reference");
  const referred = reference?.table === "dynamic" ? reference.position : null;
  return (
    <section id={id} className={styles.step} aria-labelledby={`${id}-title`} data-kind={kind}>
      <Stack as="header" gap="small" className={styles.stepHead}>
        <Row as="p" className={clsx("dim", styles.eyebrow)}>
          <KindMark kind={kind} />
          <span>
            Step {count(nth + 1)} of {count(total)}
            {explanation !== null && ` · ${bytesNamed(explanation.start, explanation.end)}`} ·{" "}
          </span>
          <span>{kind === "error" ? "error" : KIND_NAMES[kind]}</span>
        </Row>
        <h2 id={`${id}-title`}>
          <StepTitle step={step} code={error?.code ?? null} />{" "}
          <a className={styles.anchor} href={href} aria-label={`Link to step ${nth + 1}`} onClick={onFollow}>
            #
          </a>
        </h2>
        {explanation !== null && (
          <p>
            {hexOf(bytes.subarray(explanation.start, Math.min(explanation.end, explanation.start + BYTES_SHOWN)))}
            {explanation.end - explanation.start > BYTES_SHOWN && " …"}
          </p>
        )}
      </Stack>
      <Stack className={styles.columns}>
        <Stack className={styles.parts}>
          {explanation !== null && <StepParts explanation={explanation} parts={parts} bytes={bytes} kind={kind} />}
          {error !== null && (
            <>
              <ErrorBox error={error} parts={explanation?.parts ?? []} />
              <Causes block={block} error={error} />
            </>
          )}
          <WarningList warnings={step.warnings} />
        </Stack>
        <aside className={styles.aside} aria-label={`What step ${nth + 1} does`}>
          <Stack>
            <h3>{error !== null ? "Table at the error" : `Table after step ${count(nth + 1)}`}</h3>
            {table !== null && (isTouched || referred !== null) ? (
              <TableState
                view={table}
                atStep={field !== null}
                referred={referred}
                label={`Table after step ${nth + 1}`}
              />
            ) : (
              table !== null && (
                <Note>
                  As before this step: {table.atLeast && "at least "}
                  {count(table.fill.size)} of {count(table.fill.maxSize)} bytes.
                </Note>
              )
            )}
            <RuleList rules={rules.rest()} />
            <ProvenanceOf step={step} words={words} />
            {step.uses !== null && table?.inserted != null && (
              <UsesOf direction={step.direction} position={table.inserted} first={step.uses} />
            )}
          </Stack>
        </aside>
      </Stack>
    </section>
  );
}

/** What a representation is, and its integers and strings with their rules. */
export function StepParts(props: {
  explanation: Explanation;
  parts: ShownPart[];
  bytes: Uint8Array;
  kind: Kind | "error";
  /** Drawn above the bits of the bytes [from, to). */
  above?: (from: number, to: number) => ReactNode;
}) {
  const { explanation, parts, bytes, kind, above } = props;
  const words = useUnknownWords();
  return (
    <>
      <p className={styles.lead}>
        <b>{explanation.title}</b> <Section section={explanation.section} />
      </p>
      {parts.map(({ part, rules }) => (
        <Stack key={`${part.part} ${part.start}`} className={styles.part}>
          <h3>
            {part.part === "string" ? `The ${part.role}` : INTEGER_NAMES[part.role]}
            <span> {bytesNamed(part.start, part.end)}</span>
          </h3>
          {above?.(part.start, part.end)}
          {part.part === "string" ? (
            <StringTape string={part} bytes={bytes} />
          ) : (
            <IntegerBits integer={part} kind={kind} meaning={meaningOf(part, explanation.parts, words)} />
          )}
          <RuleList rules={part.part === "string" && part.huffman ? [...rules, CODE] : rules} />
        </Stack>
      ))}
    </>
  );
}

export function StepTitle({ step: { field }, code }: { step: ExplainedStep; code: string | null }): ReactNode {
  if (field === null) return code ?? "Error";
  if (field.kind === "size-update") return `Table size: ${count(field.size)} bytes`;
  return (
    <>
      <span>{hasFlag(field, "nameUnknown") ? <Unknown>unknown</Unknown> : field.name}</span>
      {": "}
      <b>{hasFlag(field, "valueUnknown") ? <Unknown>unknown</Unknown> : field.value}</b>
    </>
  );
}

export function RuleList({ rules }: { rules: Rule[] }) {
  return rules.map(({ section, text }) => (
    <Note key={text} className={styles.rule}>
      <SectionText text={text} /> <Section section={section} />
    </Note>
  ));
}
