/** The frames of a connection in wire order: a timeline that can be filtered and searched. */

import { clsx } from "clsx";
import { type Frame, hasState } from "../engine/windows";
import { useCached, useCachedOrLast, useInspector, useReader, useSession } from "../session/inspector";
import { SENDER_ARROWS, SENDER_NAMES } from "../session/place-name";
import { count, seconds } from "../ui/figures";
import { Empty } from "../ui/pane";
import { evenRows } from "../ui/row-heights";
import { Cell, type Column, GridRow, HeadRow, RowList } from "../ui/row-list";
import { Tag } from "../ui/tag";
import { tip } from "../ui/tip";
import { useRows } from "../ui/use-rows";
import { useWidest } from "../ui/use-widest";
import { FilterBar } from "./filter-bar";
import styles from "./frames-view.module.css";
import { type ShownFrames, useChosenFrame, useShownFrames } from "./shown-frames";
import { useReached } from "./use-reached";

const ROW_HEIGHT = 24;

/** Number of frames that Page Up and Page Down move. */
const PAGE_FRAMES = 10;

const COLUMNS: Column[] = [
  { name: "#", className: "number" },
  { name: "time, s", className: clsx("number", styles.time), title: "Seconds since the capture's first packet" },
  { name: "sender", hidden: true },
  { name: "stream", className: "number" },
  { name: "type" },
  { name: "summary" },
  { name: "flags", className: styles.flags },
  { name: "size", className: "number", title: "Payload in bytes" },
];

export function FramesView({ onOpened }: { onOpened: () => void }) {
  const shown = useShownFrames();
  const all = useSession((session) => (session.opened?.status === "ok" ? session.opened.frames : 0));
  return (
    <>
      <FilterBar />
      {shown === null ? null : shown.total > 0 ? (
        <FrameGrid {...shown} onOpened={onOpened} />
      ) : (
        <Empty>{all === 0 ? "No HTTP/2 frames in this connection" : "No frames match the filter"}</Empty>
      )}
    </>
  );
}

function FrameGrid({ filter, total, onOpened }: ShownFrames & { onOpened: () => void }) {
  const inspector = useInspector();
  const reader = useReader();
  const chosen = useChosenFrame();
  const found = useCachedOrLast((known) => (chosen === null ? null : known.frameAt(filter, chosen)));
  const place = found === null || found < 0 ? null : found;
  const rows = useRows(evenRows(total, ROW_HEIGHT), { head: ROW_HEIGHT, shown: place });
  const { items } = rows;
  const peek = useCached();
  const frameAt = (at: number) => peek((known) => known.frame(filter, at));

  const opened = useSession((session) => session.opened);
  const drawnFrames = items.map(({ index }) => frameAt(index)).filter((frame) => frame !== null);
  const wide = useWidest(opened, {
    number: drawnFrames.map(({ frame }) => count(frame + 1)),
    time: drawnFrames.map(({ since, time }) => (time === null ? "–" : seconds(since))),
    stream: drawnFrames.map(({ stream }) => String(stream)),
    flags: drawnFrames.map(({ flags }) => flags),
    size: drawnFrames.map(({ length }) => `${count(length)} B`),
  });

  const reached = useReached(place, filter);
  const choose = (at: number) =>
    reached.move(at, async () => {
      const frame = await reader.get((known) => known.frame(filter, at));
      if (frame !== null) await inspector.selectFrame(frame);
    });

  const drawn = place !== null && items.some((item) => item.index === place) && frameAt(place)?.frame === chosen;
  return (
    <RowList
      rows={rows}
      style={wide}
      role="grid"
      aria-label="Frames"
      aria-rowcount={total + 1}
      active={drawn ? `frame-${place}` : null}
      keys={{
        get at() {
          return reached.at;
        },
        page: PAGE_FRAMES,
        choose,
      }}
      head={<HeadRow className={styles.frameRow} columns={COLUMNS} />}
    >
      {({ index, start }) => {
        const frame = frameAt(index);
        return (
          <FrameRow
            key={index}
            place={index}
            top={start}
            frame={frame}
            selected={frame !== null && frame.frame === chosen}
            onChoose={async () => {
              await choose(index);
              if (frame?.block != null) onOpened();
            }}
          />
        );
      }}
    </RowList>
  );
}

function FrameRow(props: { place: number; top: number; frame: Frame | null; selected: boolean; onChoose: () => void }) {
  const { frame } = props;
  const rest = clsx(!frame?.begins && "dim");
  return (
    <GridRow
      id={`frame-${props.place}`}
      place={props.place}
      top={props.top}
      aria-selected={props.selected}
      className={styles.frameRow}
      onClick={props.onChoose}
    >
      {frame !== null && (
        <>
          <Cell className="dim number">{count(frame.frame + 1)}</Cell>
          <Cell className={clsx("dim number", styles.time)} {...tip(placeOf(frame))}>
            {frame.time === null ? "–" : seconds(frame.since)}
          </Cell>
          <Cell className={styles.arrow} {...tip(SENDER_NAMES[frame.sender])}>
            <span aria-hidden="true">{SENDER_ARROWS[frame.sender]}</span>
            <span className="sr-only">{SENDER_NAMES[frame.sender]}</span>
          </Cell>
          <Cell className="number">{frame.stream}</Cell>
          <Cell className={clsx(rest, styles.type)}>{frame.type}</Cell>
          <Cell className={rest}>
            <Notes frame={frame} />
            {frame.begins && frame.block !== null && <span className="dim">block {count(frame.block + 1)} · </span>}
            {frame.line}
          </Cell>
          <Cell className={clsx("dim", styles.flags)}>{frame.flags}</Cell>
          <Cell className="dim number">{`${count(frame.length)} B`}</Cell>
        </>
      )}
    </GridRow>
  );
}

/** Its packet number and time. */
function placeOf(frame: Frame): string | undefined {
  const words = [
    frame.packet > 0 ? `packet ${count(frame.packet)}` : null,
    frame.time === null ? null : new Date(frame.time).toISOString().replace("T", " ").replace("Z", " UTC"),
  ].filter((word) => word !== null);
  return words.length === 0 ? undefined : words.join(", ");
}

function Notes({ frame }: { frame: Frame }) {
  return (
    <>
      {hasState(frame, "blockError") && <Tag look="error">broken</Tag>}
      {hasState(frame, "error") && <Tag look="error">error</Tag>}
      {hasState(frame, "warning") && <Tag>warning</Tag>}
      {hasState(frame, "unknown") && (
        <Tag {...tip("Some names or values come from before the capture")}>
          ?<span className="sr-only"> some fields are unknown</span>
        </Tag>
      )}
      {hasState(frame, "found") && (
        <Tag {...tip("The bytes before it are missing: it was found by its shape")}>guessed start</Tag>
      )}
    </>
  );
}
