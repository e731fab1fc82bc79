/** All of the page's state, in one store: views and the address are functions of it. */

import { type Link, NO_LINK } from "../address/link";
import type { UserContent } from "../address/session-link";
import { USUAL_WHAT_IF, type WhatIfChoice } from "../address/what-if-choice";
import { type BenchmarkState, NO_BENCHMARK } from "../bench/benchmark-state";
import { type ComposerState, NO_COMPOSITION } from "../encode/composer";
import { EMPTY_SESSION, type Session } from "../session/session";

/** The page's location, and how it was reached. */
export type Route = {
  /** The followed link, or the user's destination: its view, and what to show in it. */
  link: Link;
  /** False until the link is shown; the address is not written before. */
  ready: boolean;
  /** The user's own parts in the followed link: the address keeps them while it is open. */
  sharedContent: UserContent | null;
  /** Sentences about parts of the link that could not be shown. */
  problems: string[];
};

/** Chapter and exercise in Learn, the open example, and its step if it is not the first. */
type LearnAt = Pick<Link, "learn" | "example" | "row">;

export type AppState = {
  place: Route;
  session: Session;
  bench: BenchmarkState;
  composer: ComposerState;
  /** The state of “What if”. */
  whatIf: WhatIfChoice;
  /** Kept while other views are open. */
  learn: LearnAt;
};

export const START: AppState = {
  place: { link: NO_LINK, ready: false, sharedContent: null, problems: [] },
  session: EMPTY_SESSION,
  bench: NO_BENCHMARK,
  composer: NO_COMPOSITION,
  whatIf: USUAL_WHAT_IF,
  learn: { learn: NO_LINK.learn, example: null, row: null },
};

/** Turns presenter mode on or off. */
export function withPresent(state: AppState, present: boolean): AppState {
  return { ...state, place: { ...state.place, link: { ...state.place.link, present } } };
}
