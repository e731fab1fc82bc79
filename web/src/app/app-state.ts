/** All that the page holds, in one store: views are functions of it, and so is its address. */
import { type BenchmarkState, NO_BENCHMARK } from "../bench/benchmark-state";
import { type ComposerState, NO_COMPOSITION } from "../encode/composer";
import { type Link, NO_LINK } from "../session/link";
import { EMPTY_SESSION, type Session } from "../session/session";
import type { Own } from "../session/session-link";
import { USUAL_WHAT_IF, type WhatIfChoice } from "../session/what-if-choice";

/** Where the page is, and how it came there. */
export type Place = {
  /** The link that was followed, or where a person went: its view, and what is to be shown there. */
  link: Link;
  /** Whether that is done: until then nothing is written to the address. */
  ready: boolean;
  /** What the followed link carried of the user's own: the address keeps it while it is open. */
  carried: Own | null;
  /** What the link could not say, as sentences. */
  problems: string[];
};

/** Chapter and exercise in Learn, the example that is open, and its step where that is not its first. */
export type LearnAt = Pick<Link, "learn" | "example" | "row">;

export type AppState = {
  place: Place;
  session: Session;
  bench: BenchmarkState;
  composer: ComposerState;
  /** What is tried in “What if”. */
  whatIf: WhatIfChoice;
  /** Kept while other views are looked at, so that one comes back to it. */
  learn: LearnAt;
};

export const START: AppState = {
  place: { link: NO_LINK, ready: false, carried: null, problems: [] },
  session: EMPTY_SESSION,
  bench: NO_BENCHMARK,
  composer: NO_COMPOSITION,
  whatIf: USUAL_WHAT_IF,
  learn: { learn: NO_LINK.learn, example: null, row: null },
};
