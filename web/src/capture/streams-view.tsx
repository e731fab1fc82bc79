/** The streams of a connection, one a row: request, response, duration, and blocks. */
import { clsx } from "clsx";
import { useState } from "react";
import type { StreamBlock, StreamPart, StreamRow } from "../engine/types";
import { useInspector, useKnown, useRead, useReader, useSession } from "../inspector/inspector";
import { SENDER_NAMES, WHO } from "../inspector/place-name";
import { Button } from "../ui/button";
import { bytes, count, counted, nanoseconds, seconds } from "../ui/figures";
import { Empty } from "../ui/pane";
import { evenRows } from "../ui/row-heights";
import { RowList } from "../ui/row-list";
import { Tag } from "../ui/tag";
import { tip } from "../ui/tip";
import { useRows } from "../ui/use-rows";
import styles from "./streams-view.module.css";

const ROW_HEIGHT = 80;

/** Number of blocks in a line; the rest are counted. */
const SHOWN = 4;

/** Number of streams fetched at once. */
const PAGE = 64;

const PART_NAMES: Record<StreamPart, string> = {
  request: "request",
  promise: "promise",
  interim: "interim",
  response: "response",
  trailers: "trailers",
  headers: "headers",
};

/** `onOpened`: called after a block was selected. */
export function StreamsView({ onOpened }: { onOpened: () => void }) {
  const { session } = useReader();
  const total = useKnown()((known) => known.streams(0, 0).total);
  if (total === null) return <Empty>Looking for streams…</Empty>;
  if (total === 0) return <Empty>No streams in this connection</Empty>;
  return <StreamList key={session} total={total} onOpened={onOpened} />;
}

function StreamList({ total, onOpened }: { total: number; onOpened: () => void }) {
  const inspector = useInspector();
  const selected = useSession((session) => session.selection.block);
  const [at, setAt] = useState(0);
  const rows = useRows(evenRows(total, ROW_HEIGHT), { overscan: 4, shown: at });
  const streamAt = useStreams(rows.items[0]?.index ?? 0, (rows.items.at(-1)?.index ?? -1) + 1);

  async function choose(block: number) {
    if (await inspector.selectBlock(block)) onOpened();
  }

  return (
    <RowList
      rows={rows}
      className={styles.streams}
      role="list"
      aria-label="Streams"
      keys={{ at, choose: setAt }}
      onKeyDown={(event) => {
        // Buttons in a row handle their own keys.
        const isItself = event.key === "Enter" && event.target === event.currentTarget;
        const first = isItself ? streamAt(at)?.blocks[0] : undefined;
        if (first === undefined) return;
        event.preventDefault();
        choose(first.block);
      }}
    >
      {({ index, start }) => (
        <StreamItem
          key={index}
          place={index}
          total={total}
          top={start}
          stream={streamAt(index)}
          current={index === at}
          selected={selected}
          onChoose={(block) => {
            setAt(index);
            choose(block);
          }}
        />
      )}
    </RowList>
  );
}

/** The visible streams, fetched in pages, so that a little scrolling fetches nothing. */
function useStreams(from: number, to: number): (at: number) => StreamRow | null {
  const first = Math.floor(from / PAGE) * PAGE;
  const end = Math.ceil(Math.max(to, 1) / PAGE) * PAGE;
  const window = useRead((known) => ({ first, list: known.streams(first, end).list }));
  return (at) => window?.list[at - window.first] ?? null;
}

function StreamItem(props: {
  place: number;
  total: number;
  top: number;
  stream: StreamRow | null;
  current: boolean;
  selected: number;
  onChoose: (block: number) => void;
}) {
  const { stream } = props;
  return (
    <div
      role="listitem"
      aria-posinset={props.place + 1}
      aria-setsize={props.total}
      className={styles.stream}
      aria-current={props.current || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      {stream !== null && (
        <>
          <span className={styles.head}>
            <span className={styles.id}>Stream {stream.stream}</span>
            <span className={clsx("mono cut", styles.request)} data-cut="">
              {requestOf(stream)}
            </span>
            <span className="mono">{stream.status ?? "–"}</span>
          </span>
          <span className={styles.parts}>
            {stream.blocks.slice(0, SHOWN).map((block) => (
              <BlockButton
                key={block.block}
                block={block}
                pressed={block.block === props.selected}
                onChoose={props.onChoose}
              />
            ))}
            {stream.blocksTotal > SHOWN && <span className="dim">and {count(stream.blocksTotal - SHOWN)} more</span>}
          </span>
          <Notes stream={stream} />
        </>
      )}
    </div>
  );
}

function requestOf({ method, path }: StreamRow): string {
  return method === null && path === null ? "no request seen" : `${method ?? "?"} ${path ?? ""}`;
}

function BlockButton(props: { block: StreamBlock; pressed: boolean; onChoose: (block: number) => void }) {
  const { block, sender, part, bytes, fault } = props.block;
  return (
    <Button
      aria-pressed={props.pressed}
      {...tip(`${SENDER_NAMES[sender]}, ${counted(bytes, "byte")}`)}
      onClick={() => props.onChoose(block)}
    >
      {PART_NAMES[part]} <span className="dim">block {count(block + 1)}</span>
      {fault && <Tag look="error">broken</Tag>}
    </Button>
  );
}

/** Start, duration, pushes, and how the stream ended. */
function Notes({ stream }: { stream: StreamRow }) {
  const { promisedOn, promises, promisesTotal, clientData, serverData, resets, errors } = stream;
  const more = promisesTotal - promises.length;
  const wrong = [
    ...resets.map(({ sender, code }) => `RST_STREAM by the ${WHO[sender]}: ${code}`),
    errors > 0 && counted(errors, "frame error"),
  ];
  const usual = [
    promisedOn !== null && `pushed on stream ${promisedOn}`,
    promisesTotal > 0 &&
      `promises ${promisesTotal === 1 ? "stream" : "streams"} ${promises.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`,
    ...timesOf(stream),
    clientData > 0 && `DATA → ${bytes(clientData)}`,
    serverData > 0 && `DATA ← ${bytes(serverData)}`,
  ];
  const [first, second] = [wrong, usual].map((parts) => parts.filter((part) => part !== false).join(" · "));
  return (
    <span className={clsx("cut", styles.notes)} data-cut="">
      {first !== "" && <Tag look="error">{first}</Tag>} {second}
    </span>
  );
}

/** Start time and the time to the response; empty if the input has no times. */
function timesOf({ since, answered }: StreamRow): string[] {
  // Everything in a packet has the same time.
  const later = answered === 0 ? "in the same packet" : `after ${nanoseconds(answered ?? 0)}`;
  return [...(answered === null ? [] : [`answered ${later}`]), ...(since === null ? [] : [`at ${seconds(since)} s`])];
}
