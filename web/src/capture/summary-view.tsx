/** Statistics of each side of the connection: sizes, hits, churn, the largest blocks, never-indexed fields. */
import type { ReactNode } from "react";
import type { Summary } from "../engine/types";
import { useCachedOrLast, useInspector } from "../session/inspector";
import { SENDER_ARROWS, WHO } from "../session/place-name";
import { Button } from "../ui/button";
import { count, counted } from "../ui/figures";
import { Row, Stack } from "../ui/layout";
import { Empty, PaneBody } from "../ui/pane";
import { Sizes } from "../ui/sizes";
import styles from "./summary-view.module.css";

/** Number of never-indexed names listed. */
const NAMES = 12;

export function SummaryView({ onOpened }: { onOpened: () => void }) {
  const summaries = useCachedOrLast((known) => known.summary());
  if (summaries === null) return null;
  if (summaries.length === 0) return <Empty>No header blocks in this connection</Empty>;
  return (
    <PaneBody label="Summary of the connection" className={styles.summary}>
      {summaries.map((summary) => (
        <Direction key={summary.sender} summary={summary} onOpened={onOpened} />
      ))}
    </PaneBody>
  );
}

function Direction({ summary, onOpened }: { summary: Summary; onOpened: () => void }) {
  const { sender, fields, wireBytes, plainBytes, inserted, unused } = summary;
  const inspector = useInspector();
  const part = summary.undecodableBlocks > 0 ? "error" : summary.unknownFields > 0 ? "unknown" : null;
  const hits = summary.staticHits + summary.dynamicHits;
  return (
    <Stack as="section" gap="tight" aria-label={`Sent by the ${WHO[sender]}`}>
      <h3>
        <span aria-hidden="true">{SENDER_ARROWS[sender]}</span> {WHO[sender]}
      </h3>
      <dl>
        <Figure name="Blocks">
          {count(summary.blocks)}
          {summary.undecodableBlocks > 0 && <> · {counted(summary.undecodableBlocks, "error")}</>}
        </Figure>
        <Figure name="Fields">
          {count(fields)}
          {summary.unknownFields > 0 && <> · {count(summary.unknownFields)} unknown</>}
        </Figure>
        <Figure name="Size">
          <Sizes encoded={wireBytes} decoded={plainBytes} part={part} />
          {wireBytes > 0 && part === null && ` · ratio ${(plainBytes / wireBytes).toFixed(2)}`}
        </Figure>
        <Figure name="Table hits">
          <strong>{percent(hits, fields)}</strong> of the fields are indexed: {count(summary.dynamicHits)} into the
          dynamic table, {count(summary.staticHits)} into the static one; {count(summary.nameHits)} more have their name
          by index, {count(summary.literals)} are fully literal
        </Figure>
        <Figure name="Insertions">
          {counted(inserted, "entry", "entries")} of {counted(summary.insertedBytes, "byte")} · {count(summary.evicted)}{" "}
          evicted
        </Figure>
        <Figure name="Churn">
          {unused === 0
            ? summary.evicted === 0
              ? "nothing was evicted"
              : "every evicted entry was used"
            : `${counted(unused, "entry", "entries")} of ${counted(summary.unusedBytes, "byte")} inserted and evicted without being used`}
        </Figure>
        <Figure name="Largest blocks">
          <Row gap="items">
            {summary.largest.map(({ block, bytes }) => (
              <span key={block} className={styles.summaryItem}>
                <Button
                  look="link"
                  aria-label={`block ${block + 1}, ${counted(bytes, "byte")}`}
                  onClick={() => inspector.selectBlock(block).then(onOpened)}
                >
                  block {count(block + 1)}
                </Button>{" "}
                {count(bytes)} B
              </span>
            ))}
          </Row>
        </Figure>
        <Figure name="Never indexed">
          <Row gap="items">
            <span>{summary.never === 0 ? "none" : counted(summary.never, "field")}</span>
            {summary.neverNames.slice(0, NAMES).map(({ name, count: times, row }) => (
              <span key={name} className={styles.summaryItem}>
                <Button
                  look="link"
                  className="mono"
                  aria-label={`${name}, the first of ${times}`}
                  onClick={() => inspector.selectRow(row).then(onOpened)}
                >
                  {name}
                </Button>{" "}
                {count(times)}
              </span>
            ))}
          </Row>
        </Figure>
      </dl>
    </Stack>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${Math.round((100 * part) / whole)}%`;
}
