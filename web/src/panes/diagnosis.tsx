/** The likely causes of a session or block that fails or makes no sense. */
import { type ReactNode, useId, useState } from "react";
import type { Diagnosis, ErrorDetail } from "../engine/types";
import { useCached, useCachedOrLast, useInspector, useReader, useSession } from "../session/inspector";
import { hasBlocks } from "../session/session";
import { Box } from "../ui/box";
import { Button } from "../ui/button";
import { Wrong } from "../ui/control";
import { DataTable } from "../ui/data-table";
import { PageDialog } from "../ui/dialog";
import { count, counted } from "../ui/figures";
import { Row, ScrollBox, Stack } from "../ui/layout";
import { useRested } from "../ui/pause";
import { firstSentence, SectionText, sentence } from "../ui/section";
import { Tag, Unknown } from "../ui/tag";
import styles from "./diagnosis.module.css";

/** A block is diagnosed after it has been selected for this long, milliseconds. */
const REST_MS = 200;

/** A change that may explain an error, with what it can do. */
type Cause = { what: string; why: string | null; actions: ReactNode };

/** What can't have made a block fail, or make no sense, what may have, and what to try. */
export function Causes({ block, error }: { block: number; error: ErrorDetail | null }) {
  const offer = useOtherStart();
  const found = useDiagnosis(block).map((diagnosis) => ({
    ...diagnosis,
    actions: <Change {...{ block, diagnosis }} />,
  }));
  // Of blocks from the middle of a connection the first one fails; a later error has a cause of its own.
  const isFirst = useSession(({ opened }) => opened?.status === "ok" && opened.firstError === 0);
  const offers = offer === null ? [] : [offer];
  const causes: Cause[] = isFirst ? [...offers, ...found] : [...found, ...offers];
  // What a cut means is said with it.
  const [, usual] = firstSentence(error === null || error.code === "cut" ? "" : error.advice);
  if (causes.length === 0 && usual !== "") causes.push({ what: usual, why: null, actions: null });
  return <CauseCard key={block} causes={causes} ruledOut={error?.ruledOut} />;
}

/** The causes of a session in which no block fails, and yet something makes no sense. */
export function SessionCauses() {
  const inspector = useInspector();
  const opened = useSession((session) => (hasBlocks(session) ? session.opened : null));
  const isAsked = opened !== null && opened.blocks > 1 && opened.undecodableBlocks === 0 && opened.applied === null;
  const found = useCachedOrLast((known) => (isAsked ? known.diagnose(null) : NONE)) ?? NONE;
  const causes = found.map((cause) => ({
    ...cause,
    actions: (
      <>
        <Button onClick={() => inspector.selectBlock(cause.block)}>Show block {count(cause.block + 1)}</Button>
        <Button onClick={() => inspector.change(cause.change)}>Apply</Button>
      </>
    ),
  }));
  return <CauseCard causes={causes} />;
}

function CauseCard({ causes, ruledOut = [] }: { causes: Cause[]; ruledOut?: string[] | undefined }) {
  const id = useId();
  if (causes.length === 0 && ruledOut.length === 0) return null;
  return (
    <Box as="section" tone="note" className={styles.diagnosis} aria-labelledby={id}>
      <h3 id={id}>What could have gone wrong</h3>
      {ruledOut.length > 0 && (
        <Stack as="ul" gap="tight" data-ruled-out="" aria-label="Ruled out">
          {ruledOut.map((reason) => (
            <li key={reason}>{sentence(reason)}</li>
          ))}
        </Stack>
      )}
      {causes.length > 0 && (
        <Stack as="ul" data-causes="" aria-label="Possible">
          {causes.map(({ what, why, actions }) => (
            <Stack as="li" gap="tight" key={what}>
              <p>
                <SectionText text={sentence(what)} /> {why !== null && <span className="dim">{sentence(why)}</span>}
              </p>
              {actions !== null && (
                <Row gap="small" className={styles.actions}>
                  {actions}
                </Row>
              )}
            </Stack>
          ))}
        </Stack>
      )}
    </Box>
  );
}

const NONE: Diagnosis[] = [];

/**
 * What the table held before the first block: entries that the text lists, or unknown ones. Most pasted captures begin in
 * the middle of a connection: their first index is beyond an empty table.
 */
function useOtherStart(): Cause | null {
  const inspector = useInspector();
  const table = useSession(({ opened }) => (opened?.status === "ok" ? opened.listedTable : null));
  const isOffered = useSession(
    ({ opened, options }) => opened?.status === "ok" && opened.offerUnknownStart && options.start === "fresh",
  );
  if (!isOffered) return null;
  const [what, label, change] =
    table === null
      ? ([
          "These bytes may come from the middle of a connection",
          "Decode as mid-connection data",
          { start: "unknown" },
        ] as const)
      : ([table.what, "Begin with this table", { prior: table.entries }] as const);
  const actions = <Button onClick={() => inspector.reopen(change)}>{label}</Button>;
  return { what, why: null, actions };
}

function useDiagnosis(block: number): Diagnosis[] {
  const applied = useSession((session) => (session.opened?.status === "ok" ? session.opened.applied : null));
  const isSameSession = useRested(REST_MS, useReader());
  const isSameBlock = useRested(REST_MS, block);
  const isWanted = isSameSession && isSameBlock && applied === null;
  return useCached()((known) => (isWanted ? known.diagnose(block) : NONE)) ?? NONE;
}

function Change({ block, diagnosis }: { block: number; diagnosis: Diagnosis }) {
  const inspector = useInspector();
  const [preview, setPreview] = useState(false);
  return (
    <>
      <Button onClick={() => inspector.change(diagnosis.change)}>Apply</Button>
      <Button onClick={() => setPreview(true)}>Preview</Button>
      {preview && <PreviewDialog block={block} diagnosis={diagnosis} onClose={() => setPreview(false)} />}
    </>
  );
}

function PreviewDialog(props: { block: number; diagnosis: Diagnosis; onClose: () => void }) {
  const { block, diagnosis, onClose } = props;
  const inspector = useInspector();
  const preview = useCachedOrLast((known) => known.previewChange(diagnosis.change, block));
  return (
    <PageDialog title={`Block ${count(block + 1)}, with this change`} onClose={onClose}>
      <p>{sentence(diagnosis.what)}</p>
      {preview !== null && (
        <>
          <ScrollBox className={styles.preview} aria-label="Fields with the change">
            <DataTable wide columns={["name", "value", { name: "changed", hidden: true }]}>
              {preview.fields.map((field, number) => (
                <tr key={number} data-new={field.new || undefined}>
                  <td className="mono">{field.name ?? <Unknown>unknown</Unknown>}</td>
                  <td className="mono">{field.value ?? <Unknown>unknown</Unknown>}</td>
                  <td>{field.new && <Tag>changed</Tag>}</td>
                </tr>
              ))}
            </DataTable>
          </ScrollBox>
          {preview.more > 0 && <p className="dim">and {counted(preview.more, "field")} more</p>}
          {preview.error !== null && (
            <p>
              <Wrong>Then: {sentence(preview.error)}</Wrong>
            </p>
          )}
        </>
      )}
      <Row as="p" gap="small">
        <Button
          look="primary"
          onClick={() => {
            onClose();
            inspector.change(diagnosis.change);
          }}
        >
          Apply
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </Row>
    </PageDialog>
  );
}

/** The change under which the session is decoded. */
export function AppliedChange({ block }: { block: number }) {
  const inspector = useInspector();
  const applied = useSession((session) => (session.opened?.status === "ok" ? session.opened.applied : null));
  if (applied === null) return null;
  const removed = applied.removed.find((removed) => removed.block === block);
  return (
    <Box as="section" tone="note" className={styles.diagnosis} aria-label="The change that is applied">
      <p>
        <strong>Assuming: </strong>
        {sentence(applied.what)}{" "}
        {removed !== undefined && (
          <>
            This block is now part of{" "}
            <Button look="link" onClick={() => inspector.selectBlock(removed.with)}>
              block {count(removed.with + 1)}
            </Button>
            .{" "}
          </>
        )}
        <Button onClick={() => inspector.change(null)}>Undo</Button>
      </p>
    </Box>
  );
}
