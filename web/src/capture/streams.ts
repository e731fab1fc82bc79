/** Reads the streams of a connection. */
import type { Known } from "../engine/reader";
import type { StreamOrder, StreamRow, StreamWindow } from "../engine/types";
import { useCachedOrLast } from "../session/inspector";
import { nanoseconds, seconds } from "../ui/figures";
import { useChosenFrame } from "./shown-frames";

/** Number of streams fetched at once. */
const PAGE = 64;

export const BY_START: StreamOrder = { by: "start", descending: false };

export function firstStreams(known: Known): StreamWindow {
  return known.streams(BY_START, 0, PAGE);
}

/** The stream at a place, from the page that it is on. */
export function streamIn(known: Known, order: StreamOrder, at: number): StreamRow | null {
  const first = Math.floor(at / PAGE) * PAGE;
  return known.streams(order, first, first + PAGE).list[at - first] ?? null;
}

/** The stream of the selected block or frame; null for the connection's own frames. */
export function useSelectedStream(): StreamRow | null {
  const chosen = useChosenFrame();
  return useCachedOrLast((known) => {
    const at = chosen === null ? -1 : known.streamAt(BY_START, chosen);
    return at < 0 ? null : streamIn(known, BY_START, at);
  });
}

/** Everything in a packet has the same time. */
export const SAME_PACKET = "same packet";

/** Start, response and end; empty if the input has no times. */
export function timesOf({ since, answered, duration }: StreamRow): string[] {
  if (since === null || duration === null) return [];
  const after = (nanos: number) => (nanos === 0 ? `in the ${SAME_PACKET}` : `after ${nanoseconds(nanos)}`);
  return [
    ...(answered === null ? [] : [`answered ${after(answered)}`]),
    `ended ${after(duration)}`,
    `began at ${seconds(since)} s`,
  ];
}
