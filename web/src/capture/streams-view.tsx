/** The streams of a connection, one a row, sorted by any column, and details of the selected one. */
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import type { Known } from "../engine/reader";
import type { StreamBlock, StreamColumn, StreamOrder, StreamPart, StreamRow, StreamWindow } from "../engine/types";
import { useInspector, useRead, useReader, useSession } from "../inspector/inspector";
import { SENDER_NAMES, WHO } from "../inspector/place-name";
import { Button } from "../ui/button";
import { bytes, count, counted, nanoseconds, saved, seconds } from "../ui/figures";
import { Row, Stack } from "../ui/layout";
import { Empty } from "../ui/pane";
import { evenRows } from "../ui/row-heights";
import { Cell, type Column, GridRow, HeadRow, RowList } from "../ui/row-list";
import { Tag } from "../ui/tag";
import { tip } from "../ui/tip";
import { useRows } from "../ui/use-rows";
import { useWidest } from "../ui/use-widest";
import { useChosenFrame } from "./shown-frames";
import styles from "./streams-view.module.css";

const ROW_HEIGHT = 24;

/** Number of the selected stream's blocks with a button; the rest are counted. */
const SHOWN = 4;

/** Number of streams fetched at once. */
const PAGE = 64;

/** Everything in a packet has the same time. */
const SAME_PACKET = "same packet";

const PART_NAMES: Record<StreamPart, string> = {
  request: "request",
  promise: "promise",
  interim: "interim",
  response: "response",
  trailers: "trailers",
  headers: "headers",
};

const COLUMNS: (Column & { by: StreamColumn })[] = [
  { by: "stream", name: "stream", className: clsx("number", styles.id) },
  { by: "method", name: "method" },
  { by: "path", name: "path" },
  { by: "status", name: "status", className: "number" },
  {
    by: "bytes",
    name: "headers",
    className: clsx("number", styles.bytes),
    title: "Bytes of the header blocks of request and response",
  },
  {
    by: "saved",
    name: "saved",
    className: clsx("number", styles.saved),
    title: "Share of the decoded names and values that compression saved",
  },
  { by: "duration", name: "duration", className: "number", title: "From the first frame to the last" },
  {
    by: "start",
    name: "waterfall",
    className: styles.waterfall,
    title: "From the first frame to the response's headers and to the last frame, in the time of the connection",
  },
];

/** `kept`: the frame that was selected when this order was chosen, and is not scrolled to. */
type Order = StreamOrder & { kept: number | null };

/** `onOpened`: called after a block was opened; choosing a stream only shows its details. */
export function StreamsView({ onOpened }: { onOpened: () => void }) {
  const { session } = useReader();
  return <StreamTable key={session} onOpened={onOpened} />;
}

function StreamTable({ onOpened }: { onOpened: () => void }) {
  const [{ kept, ...order }, setOrder] = useState<Order>({ by: "start", descending: false, kept: null });
  const chosen = useChosenFrame();
  const window = useRead((known) => known.streams(order, 0, PAGE));
  const found = useRead((known) => (chosen === null ? -1 : known.streamAt(order, chosen)));
  if (window === null) return <Empty>Looking for streams…</Empty>;
  if (window.total === 0) return <Empty>No streams in this connection</Empty>;
  const place = found === null || found < 0 ? null : found;
  return (
    <>
      <StreamGrid
        order={order}
        onSort={(by) => setOrder({ by, descending: by === order.by && !order.descending, kept: chosen })}
        window={window}
        place={place}
        reveals={chosen !== kept}
        onOpened={onOpened}
      />
      <Details order={order} place={place} onOpened={onOpened} />
    </>
  );
}

/** The stream at a place, from the page that it is on. */
function streamIn(known: Known, order: StreamOrder, at: number): StreamRow | null {
  const first = Math.floor(at / PAGE) * PAGE;
  return known.streams(order, first, first + PAGE).list[at - first] ?? null;
}

function StreamGrid(props: {
  order: StreamOrder;
  onSort: (by: StreamColumn) => void;
  window: StreamWindow;
  place: number | null;
  reveals: boolean;
  onOpened: () => void;
}) {
  const { order, place, onOpened } = props;
  const { total, span } = props.window;
  const inspector = useInspector();
  const reader = useReader();
  const rows = useRows(evenRows(total, ROW_HEIGHT), { head: ROW_HEIGHT, shown: props.reveals ? place : null });
  const [from, to] = [rows.items[0]?.index ?? 0, (rows.items.at(-1)?.index ?? -1) + 1];
  const drawn = useRead((known) => ({
    from,
    list: Array.from({ length: to - from }, (_, nth) => streamIn(known, order, from + nth)),
  }));
  const streams = (drawn?.list ?? []).filter((stream) => stream !== null);
  const wide = useWidest(reader.session, {
    id: streams.map(({ stream }) => String(stream)),
    bytes: streams.map(({ bytes }) => `${count(bytes)} B`),
    duration: streams.map(durationOf),
  });

  // Where the last key led: `place` lags behind fast keys.
  const reached = useRef({ at: place ?? 0, pending: 0 });
  useEffect(() => {
    if (place !== null && reached.current.pending === 0) reached.current.at = place;
  }, [place]);

  async function choose(at: number) {
    const now = reached.current;
    now.at = at;
    now.pending += 1;
    try {
      const stream = await reader.get((known) => streamIn(known, order, at));
      const block = stream?.blocks[0]?.block;
      if (block !== undefined) await inspector.selectBlock(block);
      else if (stream !== null) await inspector.showFrame(stream.frame);
    } finally {
      now.pending -= 1;
    }
  }

  function sort(by: StreamColumn) {
    rows.element.current?.scrollTo({ top: 0 });
    props.onSort(by);
  }

  const isDrawn = place !== null && place >= from && place < to;
  return (
    <RowList
      rows={rows}
      style={wide}
      role="grid"
      aria-label="Streams"
      aria-rowcount={total + 1}
      active={isDrawn ? `stream-${place}` : null}
      keys={{
        get at() {
          return reached.current.at;
        },
        choose,
      }}
      onKeyDown={(event) => {
        // Buttons in the heading handle their own keys.
        if (event.key !== "Enter" || event.target !== event.currentTarget) return;
        event.preventDefault();
        choose(reached.current.at).then(onOpened);
      }}
      head={
        <HeadRow
          className={styles.stream}
          columns={COLUMNS.map(({ by, ...column }) => ({
            ...column,
            sort: { isDescending: by === order.by ? order.descending : null, onSort: () => sort(by) },
          }))}
        />
      }
    >
      {({ index, start }) => (
        <StreamLine
          key={index}
          place={index}
          top={start}
          stream={drawn?.list[index - drawn.from] ?? null}
          span={span}
          selected={index === place}
          onChoose={() => choose(index)}
        />
      )}
    </RowList>
  );
}

function StreamLine(props: {
  place: number;
  top: number;
  stream: StreamRow | null;
  span: StreamWindow["span"];
  selected: boolean;
  onChoose: () => void;
}) {
  const { stream } = props;
  return (
    <GridRow
      id={`stream-${props.place}`}
      place={props.place}
      top={props.top}
      aria-selected={props.selected}
      className={styles.stream}
      onClick={props.onChoose}
    >
      {stream !== null && (
        <>
          <Cell className={clsx("dim number", styles.id)}>{stream.stream}</Cell>
          <Cell>{stream.method ?? "–"}</Cell>
          <Cell className={styles.path}>
            <Marks stream={stream} />
            <span className="cut" data-cut="">
              {stream.path ?? (stream.method === null ? "no request seen" : "")}{" "}
              {stream.authority !== null && <span className="dim">{stream.authority}</span>}
            </span>
          </Cell>
          <Cell className={clsx("number", (stream.status ?? "") >= "4" && styles.failed)}>{stream.status ?? "–"}</Cell>
          <Cell className={clsx("dim number", styles.bytes)}>{`${count(stream.bytes)} B`}</Cell>
          <Cell className={clsx("dim number", styles.saved)}>{saved(stream.bytes, stream.plainBytes ?? 0) ?? "–"}</Cell>
          <Cell className="dim number">{durationOf(stream)}</Cell>
          <Waterfall stream={stream} span={props.span} />
        </>
      )}
    </GridRow>
  );
}

function durationOf({ duration }: StreamRow): string {
  if (duration === null) return "–";
  return duration === 0 ? SAME_PACKET : nanoseconds(duration);
}

/** What is unusual about a stream. */
function Marks({ stream }: { stream: StreamRow }) {
  return (
    <>
      {stream.blocks.some(({ fault }) => fault) && <Tag look="error">broken</Tag>}
      {stream.resets.length > 0 && <Tag look="error">reset</Tag>}
      {stream.errors > 0 && <Tag look="error">error</Tag>}
      {stream.promisedOn !== null && <Tag>pushed</Tag>}
    </>
  );
}

function Waterfall({ stream, span }: { stream: StreamRow; span: StreamWindow["span"] }) {
  const { since, answered, duration } = stream;
  if (since === null || duration === null || span === null) {
    return <Cell className={clsx("dim", styles.waterfall)}>–</Cell>;
  }
  const [from, to] = span;
  const share = (nanos: number, of: number) => `${of === 0 ? 0 : Math.min((100 * nanos) / of, 100)}%`;
  return (
    <Cell className={styles.waterfall} {...tip(timesOf(stream).join(", "))}>
      <span
        className={styles.bar}
        style={{ marginLeft: share(since - from, to - from), width: share(duration, to - from) }}
      >
        <span style={{ width: share(answered ?? duration, duration) }} />
      </span>
      <span className="sr-only">at {seconds(since)} s</span>
    </Cell>
  );
}

/** The selected stream: its header blocks, times, DATA, pushes, and how it ended. */
function Details(props: { order: StreamOrder; place: number | null; onOpened: () => void }) {
  const { order, place } = props;
  const inspector = useInspector();
  const selected = useSession((session) => session.selection.block);
  const stream = useRead((known) => (place === null ? null : streamIn(known, order, place)));
  async function choose(block: number) {
    if (await inspector.selectBlock(block)) props.onOpened();
  }
  return (
    <Stack as="section" gap="line" small className={styles.details} aria-label="Selected stream">
      {place === null || stream === null ? (
        <span className="dim">The selected frame belongs to no stream</span>
      ) : (
        <>
          <Row as="span" gap="small">
            <span className="dim">Stream {stream.stream}</span>
            {stream.blocks.slice(0, SHOWN).map((block) => (
              <BlockButton key={block.block} block={block} pressed={block.block === selected} onChoose={choose} />
            ))}
            {stream.blocksTotal > SHOWN && <span className="dim">and {count(stream.blocksTotal - SHOWN)} more</span>}
          </Row>
          <Notes stream={stream} />
        </>
      )}
    </Stack>
  );
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
    <span className="dim cut" data-cut="">
      {first !== "" && <Tag look="error">{first}</Tag>} {second}
    </span>
  );
}

/** Start, response and end; empty if the input has no times. */
function timesOf({ since, answered, duration }: StreamRow): string[] {
  if (since === null || duration === null) return [];
  const after = (nanos: number) => (nanos === 0 ? `in the ${SAME_PACKET}` : `after ${nanoseconds(nanos)}`);
  return [
    `at ${seconds(since)} s`,
    ...(answered === null ? [] : [`answered ${after(answered)}`]),
    `ended ${after(duration)}`,
  ];
}
