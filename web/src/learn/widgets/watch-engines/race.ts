/** Progress of each engine at a moment of the animation. */
import type { EngineReading } from "../../../engine/types";

/** Number of moments of an animation that follows measured time. */
export const MOMENTS = 200;

/**
 * Number of look-ups that an engine has done at moment `at`. With `times`
 * (nanoseconds by engine) moments are equal parts of the slowest engine's time,
 * and an engine's look-ups are spread evenly over its own; without, each engine
 * does one look-up a moment.
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
