/** How far each engine is, at a moment of the show. */
import type { EngineReading } from "../../../engine/types";

/** Moments of the show when it goes by measured time. */
export const MOMENTS = 200;

/**
 * Look-ups that an engine has done at moment `at`. With `times` (nanoseconds
 * by engine) moments are equal parts of the slowest engine's time, and an
 * engine's look-ups are spread evenly over its own; without, each engine does
 * one look-up a moment.
 */
export function doneAt(reading: EngineReading, at: number, times: Map<string, number> | null): number {
  if (times === null) return Math.min(at, reading.lookUps);
  const own = times.get(reading.engine);
  if (own === undefined || own <= 0) return 0;
  const slowest = Math.max(...times.values());
  return Math.min(Math.floor((reading.lookUps * at * slowest) / (MOMENTS * own)), reading.lookUps);
}

export function lastMoment(readings: EngineReading[], times: Map<string, number> | null): number {
  return times === null ? Math.max(0, ...readings.map(({ lookUps }) => lookUps)) : MOMENTS;
}
