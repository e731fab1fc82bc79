/** Bytes of each block, sent and tried, by itself or cumulative, and the blocks as a table behind it. */
import { clsx } from "clsx";
import { useState } from "react";
import { useNavigate } from "../../address/navigate";
import { useInspector } from "../../session/inspector";
import { Button } from "../../ui/button";
import { DataTable } from "../../ui/data-table";
import { count, counted } from "../../ui/figures";
import { Check, Row } from "../../ui/layout";
import { type Axes, PlotFrame } from "../../ui/plot";
import { linearScale, ticks } from "../../ui/scale";
import { tip } from "../../ui/tip";
import { type Bucket, blockAt, blocksIn, bucketsOf } from "./buckets";
import { change } from "./figures-table";
import { Sample, SENT, TRIED } from "./looks";
import { useOpening } from "./use-opening";
import type { WhatIfResult } from "./use-what-if";
import styles from "./what-if.module.css";

/** Most points of a line. */
const POINTS = 400;

/** Number of rows shown at first, and added each time. */
const ROWS = 50;

export function BlockPlot({ tried }: { tried: WhatIfResult }) {
  const [addedUp, setAddedUp] = useState(false);
  const [shown, setShown] = useState(ROWS);
  const [first, setFirst] = useState(0);
  const blocks = blocksIn(tried.blocks);
  const buckets = bucketsOf(tried.blocks, POINTS, addedUp);
  const each = buckets[0] === undefined ? 1 : buckets[0].to - buckets[0].from;
  const most = Math.max(1, ...buckets.flatMap(({ sent, tried }) => [sent, tried]));
  return (
    <section className={styles.wide} aria-labelledby="what-if-blocks">
      <Row gap="items">
        <h2 className="heading" id="what-if-blocks">
          Bytes by block
        </h2>
        <Check checked={addedUp} onChange={setAddedUp}>
          Cumulative
        </Check>
      </Row>
      <PlotFrame
        label={`Bytes of ${counted(blocks, "block")}, sent and tried${addedUp ? ", cumulative" : ""}: the figures are in the table below.`}
        up={addedUp ? "bytes of all blocks so far" : "bytes of each block"}
        along="block"
        scale={linearScale(most)}
        marks={ticks(blocks, 8)
          .filter((mark) => mark > 0 && mark <= blocks)
          .map((mark) => ({ place: (mark - 0.5) / blocks, text: count(mark) }))}
        read={(place) => {
          const at = Math.min(buckets.length - 1, Math.floor((place * blocks) / each));
          const bucket = buckets[at];
          if (bucket === undefined) return { place, words: "" };
          const { from, to, sent, tried } = bucket;
          const which = to - from === 1 ? `Block ${count(to)}` : `Blocks ${count(from + 1)} to ${count(to)}`;
          const what = addedUp ? "up to here" : to - from === 1 ? "" : "on average";
          const words = `${which}: sent ${counted(Math.round(sent), "byte")}, what if ${counted(Math.round(tried), "byte")} ${what}`;
          return { place: (from + to) / 2 / blocks, words: `${words.trim()}.` };
        }}
        onPlace={(place) => setFirst(Math.min(blocks - 1, Math.floor(place * blocks)))}
      >
        {(axes) => (
          <>
            <Steps axes={axes} buckets={buckets} blocks={blocks} of="sent" />
            <Steps axes={axes} buckets={buckets} blocks={blocks} of="tried" />
          </>
        )}
      </PlotFrame>
      <Row as="p" gap="items" className={styles.legend}>
        <Sample look={SENT}>sent</Sample>
        <Sample look={TRIED}>what if</Sample>
        {each > 1 && !addedUp && (
          <span className="dim">each point is the average of {counted(each, "block")} in a row</span>
        )}
      </Row>
      <details className={styles.more} open={first > 0 || undefined}>
        <summary>Block by block</summary>
        <BlockRows tried={tried} first={first} shown={shown} />
        <Row as="p" className={styles.turn}>
          {first > 0 && <Button onClick={() => setFirst(0)}>From the first block</Button>}
          {first + shown < blocks && <Button onClick={() => setShown(shown + ROWS)}>{count(ROWS)} more</Button>}
        </Row>
      </details>
    </section>
  );
}

/** A line with a step for each bucket. */
function Steps({ axes, buckets, blocks, of }: { axes: Axes; buckets: Bucket[]; blocks: number; of: "sent" | "tried" }) {
  const path = buckets
    .map((bucket, number) => {
      const y = axes.y(bucket[of]).toFixed(1);
      const from = axes.x(bucket.from / blocks).toFixed(1);
      const to = axes.x(bucket.to / blocks).toFixed(1);
      return `${number === 0 ? "M" : "L"}${from},${y}L${to},${y}`;
    })
    .join("");
  return <path {...(of === "sent" ? SENT : TRIED)} fill="none" d={path} />;
}

function BlockRows({ tried, first, shown }: { tried: WhatIfResult; first: number; shown: number }) {
  const inspector = useInspector();
  const navigate = useNavigate();
  const openTried = useOpening();
  const to = Math.min(blocksIn(tried.blocks), first + shown);
  const rows = Array.from({ length: to - first }, (_, at) => blockAt(tried.blocks, first + at));
  return (
    <div className={clsx("scroll", styles.scroll)} tabIndex={0} role="region" aria-label="Bytes by block, as a table">
      <DataTable
        figures
        wide
        columns={["block", "plain", "sent", "what if", "change", { name: "as it would be", hidden: true }]}
      >
        {rows.map(({ number, sent, tried, plain }) => (
          <tr key={number}>
            <th scope="row">
              <Button
                look="link"
                aria-label={`Block ${number + 1} in Inspect`}
                onClick={async () => {
                  await inspector.selectBlock(number);
                  navigate("inspect");
                }}
              >
                {count(number + 1)}
              </Button>
            </th>
            <td>{count(plain)}</td>
            <td>{count(sent)}</td>
            <td>{count(tried)}</td>
            <td className={tried < sent ? styles.better : tried > sent ? styles.worse : "dim"}>
              {tried === sent ? "·" : change(tried - sent)}
            </td>
            <td>
              <Button
                look="link"
                aria-label={`Block ${number + 1} as tried`}
                {...tip("Opens this block in Inspect, encoded as tried, with its table")}
                onClick={() => openTried(number)}
              >
                as tried
              </Button>
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
