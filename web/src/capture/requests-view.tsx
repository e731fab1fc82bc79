/** The requests of a connection and their answers, a row for each stream, sorted by any column. */
import { clsx } from "clsx";
import { type CSSProperties, useState } from "react";
import type { ShownText } from "../engine/shown-text";
import type { StreamColumn, StreamOrder, StreamRow, StreamWindow } from "../engine/types";
import { useCachedOrLast, useInspector, useReader } from "../session/inspector";
import { WHO } from "../session/place-name";
import { count, nanoseconds, saved, seconds } from "../ui/figures";
import { Empty } from "../ui/pane";
import { evenRows } from "../ui/row-heights";
import { Cell, type Column, GridRow, HeadRow, RowList } from "../ui/row-list";
import { Tag } from "../ui/tag";
import { tip } from "../ui/tip";
import { useMedia } from "../ui/use-media";
import { useRows } from "../ui/use-rows";
import { useWidest } from "../ui/use-widest";
import styles from "./requests-view.module.css";
import { useChosenFrame } from "./shown-frames";
import { BY_START, firstStreams, SAME_PACKET, streamIn, timesOf } from "./streams";
import { useReached } from "./use-reached";

/** CSS pixels; of two lines, and for touch, where the window is not wide. */
const ROW_HEIGHT = 27;
const TALL_HEIGHT = 40;

const COLUMNS: (Column & { by: StreamColumn })[] = [
  { by: "stream", name: "stream", className: "number" },
  { by: "method", name: "method" },
  { by: "path", name: "path" },
  { by: "status", name: "status", className: "number" },
  {
    by: "bytes",
    name: "headers",
    className: "number",
    title: "Bytes of the header blocks of request and response",
  },
  {
    by: "saved",
    name: "saved",
    className: "number",
    "data-detail": "",
    title: "Share of the decoded names and values that compression saved",
  },
  {
    by: "duration",
    name: "duration",
    className: "number",
    "data-detail": "",
    title: "From the first frame to the last",
  },
  {
    by: "start",
    name: "time",
    className: styles.times,
    title: "From the first frame to the response's headers and to the last frame, in the time of the connection",
  },
];

/** `kept`: the frame that was selected when this order was chosen, and is not scrolled to. */
type Order = StreamOrder & { kept: number | null };

/** `onOpened`: called after a request was opened. */
export function RequestsView({ onOpened }: { onOpened: () => void }) {
  const { session } = useReader();
  return <Requests key={session} onOpened={onOpened} />;
}

function Requests({ onOpened }: { onOpened: () => void }) {
  const [{ kept, ...order }, setOrder] = useState<Order>({ ...BY_START, kept: null });
  const chosen = useChosenFrame();
  const first = useCachedOrLast(firstStreams);
  const found = useCachedOrLast((known) => (chosen === null ? -1 : known.streamAt(order, chosen)));
  if (first === null) return <Empty>Looking for requests…</Empty>;
  if (first.total === 0) return <Empty>No requests in this connection</Empty>;
  const place = found === null || found < 0 ? null : found;
  return (
    <RequestGrid
      order={order}
      onSort={(by) => setOrder({ by, descending: by === order.by && !order.descending, kept: chosen })}
      first={first}
      place={place}
      reveals={chosen !== kept}
      onOpened={onOpened}
    />
  );
}

function RequestGrid(props: {
  order: StreamOrder;
  onSort: (by: StreamColumn) => void;
  first: StreamWindow;
  place: number | null;
  reveals: boolean;
  onOpened: () => void;
}) {
  const { order, place, onOpened } = props;
  const { total, span, list } = props.first;
  // Shown once: rows name only another one.
  const host = list.find(({ authority }) => authority !== null)?.authority ?? null;
  const inspector = useInspector();
  const reader = useReader();
  const height = useMedia("(max-width: 1180px), (max-height: 560px)") ? TALL_HEIGHT : ROW_HEIGHT;
  const rows = useRows(evenRows(total, height), { head: height, shown: props.reveals ? place : null });
  const [from, to] = [rows.items[0]?.index ?? 0, (rows.items.at(-1)?.index ?? -1) + 1];
  const drawn = useCachedOrLast((known) => ({
    from,
    list: Array.from({ length: to - from }, (_, nth) => streamIn(known, order, from + nth)),
  }));
  const streams = (drawn?.list ?? []).filter((stream) => stream !== null);
  const wide = useWidest(reader.session, {
    id: streams.map(({ stream }) => String(stream)),
    bytes: streams.map(({ bytes }) => `${count(bytes)} B`),
    duration: streams.map(durationOf),
  });

  const reached = useReached(place, `${order.by} ${order.descending}`);
  const choose = (at: number) =>
    reached.move(at, async () => {
      const stream = await reader.get((known) => streamIn(known, order, at));
      const block = stream?.blocks[0]?.block;
      if (block !== undefined) await inspector.selectBlock(block);
      else if (stream !== null) await inspector.showFrame(stream.frame);
    });

  function sort(by: StreamColumn) {
    rows.element.current?.scrollTo({ top: 0 });
    props.onSort(by);
  }

  const isDrawn = place !== null && place >= from && place < to;
  return (
    <RowList
      rows={rows}
      style={{ ...wide, "--row": `${height}px` } as CSSProperties}
      role="grid"
      aria-label="Requests"
      aria-rowcount={total + 1}
      active={isDrawn ? `request-${place}` : null}
      keys={{
        get at() {
          return reached.at;
        },
        choose,
      }}
      onKeyDown={(event) => {
        // Buttons in the heading handle their own keys.
        if (event.key !== "Enter" || event.target !== event.currentTarget) return;
        event.preventDefault();
        choose(reached.at).then(onOpened);
      }}
      head={
        <HeadRow
          className={styles.stream}
          columns={COLUMNS.map(({ by, ...column }) => ({
            ...column,
            note: by === "path" && host !== null && hostNote(host, props.first),
            sort: { isDescending: by === order.by ? order.descending : null, onSort: () => sort(by) },
          }))}
        />
      }
    >
      {({ index, start }) => (
        <RequestLine
          key={index}
          place={index}
          top={start}
          stream={drawn?.list[index - drawn.from] ?? null}
          host={host}
          span={span}
          selected={index === place}
          onChoose={() => choose(index).then(onOpened)}
        />
      )}
    </RowList>
  );
}

/** “all on localhost:8443”. */
function hostNote(host: ShownText, { total, list }: StreamWindow): string {
  const isShared = list.every(({ authority }) => authority === null || authority === host);
  return isShared && list.length === total ? `all on ${host}` : `on ${host} unless named`;
}

function RequestLine(props: {
  place: number;
  top: number;
  stream: StreamRow | null;
  host: ShownText | null;
  span: StreamWindow["span"];
  selected: boolean;
  onChoose: () => void;
}) {
  const { stream } = props;
  return (
    <GridRow
      id={`request-${props.place}`}
      place={props.place}
      top={props.top}
      aria-selected={props.selected}
      className={styles.stream}
      onClick={props.onChoose}
    >
      {stream !== null && (
        <>
          <Cell className="dim number">{stream.stream}</Cell>
          <Cell>{stream.method ?? "–"}</Cell>
          <Cell className={styles.path}>
            <span className="cut" data-cut="">
              {stream.path ?? (stream.method === null ? "no request seen" : "")}{" "}
              {stream.authority !== props.host && <span className="dim">{stream.authority}</span>}
            </span>
            <Marks stream={stream} />
          </Cell>
          <Cell className={clsx("number", (stream.status ?? "") >= "4" && styles.failed)}>{stream.status ?? "–"}</Cell>
          <Cell className="dim number">{`${count(stream.bytes)} B`}</Cell>
          <Cell className="dim number" data-detail="">
            {saved(stream.bytes, stream.plainBytes ?? 0) ?? "–"}
          </Cell>
          <Cell className="dim number" data-detail="">
            {durationOf(stream)}
          </Cell>
          <TimeLine stream={stream} span={props.span} />
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
  const parts = new Set(stream.blocks.map(({ part }) => part));
  const isAnswered = stream.status !== null || parts.has("response");
  return (
    <>
      {stream.blocks.some(({ error }) => error) && <Tag look="error">broken</Tag>}
      {stream.resets.map(({ sender, code, frame }) => (
        <Tag key={frame} look="error" {...tip(`RST_STREAM by the ${WHO[sender]}: ${code}`)}>
          reset
        </Tag>
      ))}
      {stream.errors > 0 && <Tag look="error">error</Tag>}
      {stream.promisedOn !== null && <Tag>pushed</Tag>}
      {stream.promisesTotal > 0 && <Tag>pushes</Tag>}
      {parts.has("trailers") && <Tag>trailers</Tag>}
      {!isAnswered && (parts.has("request") || parts.has("promise")) && <Tag>no response</Tag>}
    </>
  );
}

function TimeLine({ stream, span }: { stream: StreamRow; span: StreamWindow["span"] }) {
  const { since, answered, duration } = stream;
  if (since === null || duration === null || span === null) {
    return <Cell className={clsx("dim", styles.times)}>–</Cell>;
  }
  const [from, to] = span;
  const share = (nanos: number, of: number) => `${of === 0 ? 0 : Math.min((100 * nanos) / of, 100)}%`;
  return (
    <Cell className={styles.times} {...tip(timesOf(stream).join(", "))}>
      <span
        className={styles.bar}
        style={{ marginLeft: `min(${share(since - from, to - from)}, 100% - 4px)`, width: share(duration, to - from) }}
      >
        <span style={{ width: share(answered ?? duration, duration) }} />
      </span>
      <span className="sr-only">at {seconds(since)} s</span>
    </Cell>
  );
}
