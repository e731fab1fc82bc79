/** “Why does this look wrong?”: the likely causes of a session or block that fails or makes no sense. */
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import type { Reader } from "../engine/reader";
import type { Diagnosis } from "../engine/types";
import type { Block } from "../engine/windows";
import { useInspector, useKnown, useRead, useReader, useSession } from "../inspector/inspector";
import { isOpen } from "../session/session";
import { Box } from "../ui/box";
import { Button } from "../ui/button";
import { DataTable } from "../ui/data-table";
import { PageDialog } from "../ui/dialog";
import { count, counted } from "../ui/figures";
import { sentence } from "../ui/section";
import { Tag, Unknown } from "../ui/tag";
import styles from "./diagnosis.module.css";

/** A block is diagnosed after it has been selected for this long, milliseconds. */
const REST_MS = 200;

/** The session's likely causes, each once. */
export function LikelyCauses() {
  const inspector = useInspector();
  const causes = useCauses();
  const [closed, setClosed] = useState<Diagnosis[] | null>(null);
  if (causes.length === 0 || closed === causes) return null;
  return (
    <Box as="section" tone="note" className={styles.diagnosis} aria-labelledby="causes-title">
      <h3 id="causes-title">{causes.length === 1 ? "Likely cause" : "Likely causes"} (a guess)</h3>
      <ul>
        {causes.map((cause) => (
          <li key={cause.what}>
            <p>{sentence(cause.what)}</p>
            <p className={styles.diagnosisActions}>
              <Button onClick={() => inspector.selectBlock(cause.block)}>Show block {count(cause.block + 1)}</Button>
              <Button onClick={() => inspector.change(cause.change)}>Apply</Button>
              <Button onClick={() => setClosed(causes)}>Hide</Button>
            </p>
          </li>
        ))}
      </ul>
    </Box>
  );
}

const NONE: Diagnosis[] = [];

function useCauses(): Diagnosis[] {
  const opened = useSession((session) => (isOpen(session) ? session.opened : null));
  const applied = opened?.applied ?? null;
  const isAsked = opened !== null && opened.blocks > 1 && applied === null;
  return useRead((known) => (isAsked ? known.diagnose(null) : NONE)) ?? NONE;
}

export function DiagnosisOf({ block }: { block: Block }) {
  const applied = useSession((session) => (session.opened?.status === "ok" ? session.opened.applied : null));
  const number = block.block;
  const reader = useReader();
  const rested = useRested(reader, number);
  const found = useKnown()((known) => (rested && applied === null ? known.diagnose(number) : NONE)) ?? NONE;
  if (applied !== null) return <AppliedChange block={number} applied={applied} />;
  if (found.length === 0) return null;
  return <Answers key={number} block={block} found={found} />;
}

/** Whether the same block has been shown for `REST_MS`. */
function useRested(reader: Reader, block: number): boolean {
  const [rested, setRested] = useState<{ reader: Reader; block: number } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested({ reader, block }), REST_MS);
    return () => clearTimeout(timer);
  }, [reader, block]);
  return rested?.reader === reader && rested.block === block;
}

function Answers({ block, found }: { block: Block; found: Diagnosis[] }) {
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState(false);
  const shown = all ? found : found.slice(0, 1);
  return (
    <Box as="section" tone="note" className={styles.diagnosis} aria-labelledby="diagnosis-title">
      <h3 id="diagnosis-title">
        <Button look="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          Why does this look wrong?
        </Button>
      </h3>
      {open && (
        <>
          <ul>
            {shown.map((diagnosis) => (
              <Answer key={diagnosis.what} block={block.block} diagnosis={diagnosis} />
            ))}
          </ul>
          {found.length > 1 && (
            <Button look="link" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Show fewer" : counted(found.length - 1, "other cause")}
            </Button>
          )}
        </>
      )}
    </Box>
  );
}

function Answer({ block, diagnosis }: { block: number; diagnosis: Diagnosis }) {
  const inspector = useInspector();
  const [preview, setPreview] = useState(false);
  return (
    <li>
      <p>
        <strong>A guess: </strong>
        {sentence(diagnosis.what)} <span className="dim">{sentence(diagnosis.why)}</span>
      </p>
      <p className={styles.diagnosisActions}>
        <Button onClick={() => setPreview(true)}>Preview</Button>
        <Button onClick={() => inspector.change(diagnosis.change)}>Apply</Button>
      </p>
      {preview && <PreviewDialog block={block} diagnosis={diagnosis} onClose={() => setPreview(false)} />}
    </li>
  );
}

function PreviewDialog(props: { block: number; diagnosis: Diagnosis; onClose: () => void }) {
  const { block, diagnosis, onClose } = props;
  const inspector = useInspector();
  const preview = useRead((known) => known.previewChange(diagnosis.change, block));
  return (
    <PageDialog title={`Block ${count(block + 1)}, with this change`} onClose={onClose}>
      <p>{sentence(diagnosis.what)}</p>
      {preview !== null && (
        <>
          <div className={clsx("scroll", styles.preview)} tabIndex={0} role="group" aria-label="Fields with the change">
            <DataTable wide columns={["name", "value", { name: "changed", hidden: true }]}>
              {preview.fields.map((field, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a block in their order
                <tr key={number} data-new={field.new || undefined}>
                  <td className="mono">{field.name ?? <Unknown>unknown</Unknown>}</td>
                  <td className="mono">{field.value ?? <Unknown>unknown</Unknown>}</td>
                  <td>{field.new && <Tag>changed</Tag>}</td>
                </tr>
              ))}
            </DataTable>
          </div>
          {preview.more > 0 && <p className="dim">and {counted(preview.more, "field")} more</p>}
          {preview.fault !== null && <p className={styles.previewFault}>Then: {sentence(preview.fault)}</p>}
        </>
      )}
      <p className={styles.diagnosisActions}>
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
      </p>
    </PageDialog>
  );
}

function AppliedChange(props: { block: number; applied: { what: string; gone: { block: number; with: number }[] } }) {
  const inspector = useInspector();
  const gone = props.applied.gone.find(({ block }) => block === props.block);
  return (
    <Box as="section" tone="note" className={styles.diagnosis} aria-label="The change that is applied">
      <p>
        <strong>Assuming: </strong>
        {sentence(props.applied.what)}{" "}
        {gone !== undefined && (
          <>
            This block is now part of{" "}
            <Button look="link" onClick={() => inspector.selectBlock(gone.with)}>
              block {count(gone.with + 1)}
            </Button>
            .{" "}
          </>
        )}
        <Button onClick={() => inspector.change(null)}>Undo</Button>
      </p>
    </Box>
  );
}
