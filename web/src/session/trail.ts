/**
 * Visits: the state of the entries in the browser's history. Following a link
 * between fields adds an entry with the selection, so that the browser's “back”
 * (Alt+Left) and a button lead back.
 */

import { createStore, useStore } from "../ui/store";
import type { Selection } from "./selection";

type Visit = {
  /** Identifies the page load that made the entry. */
  page: number;
  /** Number of the opening that the selection belongs to. */
  opening: number;
  selection: Selection | null;
  /** Number of links followed so far. */
  depth: number;
};

const PAGE = Math.random();
const visits = createStore<Visit | null>(null);

function isVisit(state: unknown): state is Visit {
  return typeof state === "object" && state !== null && "page" in state && "depth" in state;
}

/** Adds a history entry for another view. */
export function pushVisit(href: string): void {
  const visit: Visit = { page: PAGE, opening: 0, selection: null, depth: 0 };
  history.pushState(visit, "", href);
  visits.update(() => visit);
}

/** Gives the current entry an address; it counts as visited from then on. */
export function replaceVisit(href: string): void {
  const visit = visits.get() ?? { page: PAGE, opening: 0, selection: null, depth: 0 };
  history.replaceState(visit, "", href);
  visits.update(() => visit);
}

/** Call after the browser went to another entry; returns whether the page had visited it before. */
export function enterVisit(state: unknown): boolean {
  visits.update(() => (isVisit(state) ? state : null));
  return isVisit(state);
}

/** The selection of the current entry, if it belongs to this opening. */
export function visitedSelection(opening: number): Selection | null {
  const visit = visits.get();
  return visit?.page === PAGE && visit.opening === opening ? visit.selection : null;
}

/** Adds a history entry for a followed link. */
export function remember(opening: number, from: Selection, to: Selection): void {
  const before = visits.get();
  const depth = before?.page === PAGE && before.opening === opening ? before.depth : 0;
  history.replaceState({ page: PAGE, opening, selection: from, depth } satisfies Visit, "");
  const visit: Visit = { page: PAGE, opening, selection: to, depth: depth + 1 };
  history.pushState(visit, "");
  visits.update(() => visit);
}

/** True if a link led here, so that there is a way back. */
export function useWayBack(opening: number): boolean {
  return useStore(visits, (visit) => visit?.page === PAGE && visit.opening === opening && visit.depth > 0);
}
