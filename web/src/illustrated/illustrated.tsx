/** A whole connection, message by message: a column for each end, every byte with its sentence, both ends' tables. */
import { Fragment, type ReactNode, useEffect } from "react";
import type { ExplainedBlock, Message } from "../engine/dialogue";
import { textOf } from "../examples/texts";
import { Copies } from "../explain/copies";
import { partsOf, RemainingRules } from "../explain/rules";
import { RuleList, StepParts, StepTitle } from "../explain/step-section";
import { useFunctions } from "../session/inspector";
import { DEFAULT_OPTIONS } from "../session/options";
import { WHO } from "../session/place-name";
import { Box } from "../ui/box";
import { counted, hex } from "../ui/figures";
import { KindMark } from "../ui/kind";
import { Note } from "../ui/layout";
import { SectionText } from "../ui/section";
import styles from "./illustrated.module.css";
import texts from "./messages.txt?raw";
import { piecesOf } from "./pieces";

const TEXT = textOf("connection");
/** A title and what happens, of each message. */
const WORDS = texts.split("\n").map((line) => line.split(" | "));

const hrefOf = (id: string) => `#view=learn&chapter=connection&row=${id}`;

/** `row`: the message, or the byte, that the address names. */
export function Illustrated({ row }: { row: string | null }) {
  const messages = useFunctions((core) => core.dialogue(TEXT, DEFAULT_OPTIONS));
  useEffect(() => {
    const named = messages === null ? null : document.getElementById(row ?? "");
    const details = named?.closest("details") ?? null;
    if (details !== null) details.open = true;
    named?.scrollIntoView({ block: details === null ? "start" : "center" });
  }, [row, messages]);
  if (messages === null) return <span hidden data-loading="" />;
  const [, number, byte = 0] = /^m(\d+)(?:-(\d+))?$/.exec(row ?? "m1") ?? [];
  return (
    <div className={styles.connection}>
      {messages[Number(number) - 1]?.bytes[Number(byte)] === undefined && (
        <Box as="p" tone="error" role="alert">
          There is no message or byte “{row}” here.
        </Box>
      )}
      <p>
        Node.js asks Node.js for three files. These are all the bytes that the two sent over one connection, recorded
        without encryption, in the order of the wire. Open a message to read its bytes; each byte has an address. Bytes
        of a block are counted from its beginning, without the frame’s header.{" "}
        <a href="#view=inspect&example=connection">Open the connection in Inspect</a>.
      </p>
      <div className={styles.ends} aria-hidden="true">
        <b>Client</b>
        <b>Server</b>
      </div>
      <ol>
        {messages.map((message, at) => (
          <li key={at} id={`m${at + 1}`} data-sender={message.sender}>
            <MessageOf message={message} id={`m${at + 1}`} words={WORDS[at] ?? []} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function MessageOf({ message, id, words: [title, about = ""] }: { message: Message; id: string; words: string[] }) {
  const { sender, frame, bytes, block } = message;
  const of = sender === "client" ? "requests" : "responses";
  const stream = frame === null || frame.stream === 0 ? "" : `stream ${frame.stream}`;
  const place = frame?.block == null ? "" : `block ${frame.block + 1}`;
  const facts = [frame?.type, stream, place, frame?.line, counted(bytes.length, "byte")];
  /** Bytes [from, to) of the message, each with its address. */
  const bytesOf = (from: number, to: number) => (
    <p className={styles.bytes}>
      {Array.from({ length: to - from }, (_, nth) => from + nth).map((at) => (
        <Fragment key={at}>
          <a id={`${id}-${at}`} href={hrefOf(`${id}-${at}`)}>
            {hex(bytes[at] ?? 0)}
          </a>{" "}
        </Fragment>
      ))}
    </p>
  );
  return (
    <>
      <details className={styles.message}>
        <summary>
          <h2>{title}</h2>
          <span className="dim">{facts.filter(Boolean).join(" · ")}</span>
        </summary>
        {piecesOf(message).map(({ name, from, to, text, words }) => (
          <div key={from} className={styles.piece}>
            {bytesOf(from, to)}
            <p>
              <b>{name}</b>: {text === "" ? "" : `${text}. `}
              <SectionText text={words} />
            </p>
          </div>
        ))}
        {block !== null && <Steps block={block} bytes={bytes} bytesOf={bytesOf} />}
      </details>
      <p className={styles.about}>
        <SectionText text={about} />{" "}
        <a href={hrefOf(id)} aria-label={`Link to “${title}”`}>
          #
        </a>
      </p>
      {block?.after != null && (
        <div className={styles.tables}>
          <Note>
            The table for {of} after this block: the {WHO[sender]} changed its copy as it wrote, the other side as it
            read.
          </Note>
          <Copies view={block.after} before={block.before} of={of} />
        </div>
      )}
    </>
  );
}

type StepsProps = {
  block: ExplainedBlock;
  bytes: readonly number[];
  bytesOf: (from: number, to: number) => ReactNode;
};

function Steps({ block, bytes, bytesOf }: StepsProps) {
  const lead = block.parts.reduce((sum, part) => sum + part.bytes.length, 0);
  const whole = Uint8Array.from(bytes.slice(lead));
  return block.steps.map((step) => {
    const { explanation, field } = step;
    if (explanation === null || field === null) return null;
    const rules = new RemainingRules(explanation);
    const parts = partsOf(explanation, rules);
    return (
      <section key={field.row} className={styles.step} data-kind={field.kind}>
        <h3>
          <KindMark kind={field.kind} /> <StepTitle step={step} code={null} />
        </h3>
        <StepParts
          explanation={explanation}
          parts={parts}
          bytes={whole}
          kind={field.kind}
          above={(from, to) => bytesOf(lead + from, lead + to)}
        />
        <RuleList rules={rules.rest()} />
      </section>
    );
  });
}
