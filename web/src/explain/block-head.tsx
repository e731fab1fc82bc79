/** What a block is, what can be done with it as a page, and all its bytes. */
import { clsx } from "clsx";
import { Fragment, type MouseEvent, type ReactNode, type RefObject, useState } from "react";
import { useNavigate } from "../address/navigate";
import type { Block, ExplainedStep } from "../engine/windows";
import { useInspector, useReader, useSession } from "../session/inspector";
import { SENDER_NAMES } from "../session/place-name";
import { countedNames, secretsAmong, wordsOfSecrets } from "../session/secrets";
import { hasBlocks } from "../session/session";
import { Button } from "../ui/button";
import { counted, hexOf, saved } from "../ui/figures";
import { KIND_NAMES, KindMark } from "../ui/kind";
import { Note, Row, Stack } from "../ui/layout";
import { useJob } from "../ui/use-job";
import styles from "./explain.module.css";
import { CHUNK, type Explained } from "./explained";
import { savePage } from "./save-page";

export function BlockHead(props: {
  block: Block;
  title: string;
  /** “Block 3 of 3”. */
  part: string;
  article: RefObject<HTMLElement | null>;
  /** Whether the addresses of the steps carry the bytes. */
  hasInput: boolean;
  /** Leads to other blocks. */
  children: ReactNode;
}) {
  const { block, title, part, article, hasInput } = props;
  return (
    <Stack as="header" className={styles.head}>
      <Row as="p" className={clsx("dim", styles.eyebrow)}>
        HPACK, byte by byte
      </Row>
      <h1>{title}</h1>
      <Lead block={block} part={part} />
      <Row gap="items">
        <Actions article={article} title={`${title}, ${part.toLowerCase()}`} />
        {props.children}
      </Row>
      <Secrets block={block} />
      {!hasInput && (
        <Note data-unsaved="">The links here lead back in this tab alone. Share makes one that carries the bytes.</Note>
      )}
    </Stack>
  );
}

/** What the block is, in a sentence. */
function Lead({ block, part }: { block: Block; part: string }) {
  const sender = useSession((session) =>
    hasBlocks(session) ? (session.opened.directions[block.direction]?.sender ?? "unknown") : "unknown",
  );
  const kinds = Object.entries(block.kindBytes).filter(([, bytes]) => bytes > 0) as [keyof typeof KIND_NAMES, number][];
  const less = saved(block.bytes, block.plainBytes);
  return (
    <>
      <p className="dim">
        {part}
        {block.label !== "" && ` · ${block.label}`}
        {sender !== "unknown" && ` · ${SENDER_NAMES[sender]}`}
      </p>
      <p className={styles.lead}>
        {block.error
          ? `${counted(block.bytes, "byte")}, with an error. ${block.fields === 0 ? "No field" : counted(block.fields, "field")} can be read before it.`
          : `${counted(block.bytes, "byte")} carry ${counted(block.fields, "field")} with ${counted(block.plainBytes, "byte")} in all${less === null ? "." : `: ${less} saved.`}`}
      </p>
      <Row as="ul" gap="items" small aria-label="Representations in this block">
        {kinds.map(([kind, bytes]) => (
          <li key={kind}>
            <KindMark kind={kind} /> {KIND_NAMES[kind]} <span className="dim">{counted(bytes, "byte")}</span>
          </li>
        ))}
        {block.error && (
          <li>
            <KindMark kind="error" /> error
          </li>
        )}
      </Row>
    </>
  );
}

function Actions({ article, title }: { article: RefObject<HTMLElement | null>; title: string }) {
  const navigate = useNavigate();
  return (
    <Row>
      <Button look="primary" onClick={() => article.current !== null && savePage(article.current, title)}>
        Save as page
      </Button>
      <Button onClick={() => print()}>Print</Button>
      <Button onClick={() => navigate("inspect")}>Open in Inspect</Button>
    </Row>
  );
}

/** A saved or printed page holds all values as they are. */
function Secrets({ block: { block, firstRow, rows } }: { block: Block }) {
  const { client } = useInspector();
  const { core } = useReader();
  const isExample = useSession(({ example }) => example !== null);
  const [secrets, setSecrets] = useState("");
  useJob(
    async (signal) => {
      const fields = isExample ? [] : ((await core.wholeFields(firstRow, firstRow + rows)) ?? []);
      const table = isExample ? [] : ((await core.wholeTable(block)) ?? []);
      const known = [...fields, ...table].filter((field) => field !== null);
      const found = await secretsAmong(known, client.functions.maskedFields);
      if (!signal.aborted) setSecrets(wordsOfSecrets(countedNames(found)));
    },
    [core, client, isExample, block, firstRow, rows],
  );
  if (secrets === "") return null;
  return (
    <Note data-unsaved="">
      <strong>Holds values that may be sensitive:</strong> {secrets}. A saved or printed page shows them to all its
      readers.
    </Note>
  );
}

/** All bytes of the block, grouped by step; each group links to its step. */
export function Whole(props: {
  page: Explained;
  linkTo: (step: ExplainedStep) => { id: string; href: string; onFollow: (event: MouseEvent) => void };
}) {
  const { content, steps } = props.page;
  const { bytes, detail } = content;
  const runs = steps.map((step) => {
    const { field } = step;
    const { start, end } = field ?? { start: detail?.error?.fieldOffset ?? 0, end: detail?.error?.end ?? 0 };
    return { step, start, end, kind: field?.kind ?? ("error" as const) };
  });
  const [first] = runs;
  const end = runs.at(-1)?.end ?? 0;
  const rest = bytes.length - end;
  const isAll = detail?.error != null && steps.at(-1)?.field === null;
  return (
    <section className={styles.whole} aria-labelledby="all-bytes">
      <h2 id="all-bytes" className="sr-only">
        All bytes
      </h2>
      {bytes.length === 0 && <p>This block is empty: a field section with no fields.</p>}
      <p className={styles.wholeHex}>
        {(first?.start ?? 0) > 0 && <span className="dim">… {counted(first?.start ?? 0, "byte")} before </span>}
        {runs.map(({ step, start, end, kind }) => {
          const { id, href, onFollow } = props.linkTo(step);
          return (
            <Fragment key={id}>
              <a className={styles.chunk} data-kind={kind} href={href} onClick={onFollow}>
                <KindMark kind={kind} />
                {hexOf(bytes.subarray(start, end)) || "∅"}
              </a>{" "}
            </Fragment>
          );
        })}
        {isAll && rest > 0 && <span className="dim">{hexOf(bytes.subarray(end, end + CHUNK))} </span>}
        {rest > (isAll ? CHUNK : 0) && <span className="dim">… {counted(rest, "byte")} more</span>}
      </p>
    </section>
  );
}
