/** Follows the address and keeps it up to date; “back” never discards the user's input. */
import { useEffect, useState } from "react";
import { hasOptions, type Link, NO_LINK, type SessionLink } from "../address/link";
import type { Navigate } from "../address/navigate";
import type { UserContent } from "../address/session-link";
import type { Composer } from "../encode/composer";
import { exampleById, FIRST_EXAMPLE } from "../examples/examples";
import type { Inspector } from "../session/inspector";
import { openExample } from "../session/open-example";
import { selectField } from "../session/select-field";
import { isOwn, NO_FILTER, type Session, withEngine } from "../session/session";
import { enterVisit, pushVisit, replaceVisit, visitedSelection } from "../session/trail";
import { isInFrame } from "../ui/framed";
import { Pause } from "../ui/pause";
import { isServed } from "../ui/served";
import { SNAPSHOT_KEY, safeSessionStorage } from "../ui/storage";
import { partOf, type Store } from "../ui/store";
import { applyTheme } from "../ui/theme";
import type { AppState, Route } from "./app-state";

/** The address is written once typing and stepping pause, milliseconds. */
const PAUSE_MS = 200;

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "reload";
}

function hrefOf(fragment: string): string {
  return fragment === "" ? location.pathname + location.search : `#${fragment}`;
}

/** An arrival at an address; a newer one aborts it. */
type Visit = {
  /** The page was loaded, or an entry of the history was left before, or another address was entered. */
  by: "load" | "history" | "entry";
  /** What was open then. */
  opening: number;
  signal: AbortSignal;
};

export type Parts = { inspector: Inspector; composer: Composer };

/** Returns a function that navigates to another view. */
export function useAddress(app: Store<AppState>, { inspector, composer }: Parts): Navigate {
  const [address] = useState(() => new Address(app, { inspector, composer }));
  useEffect(() => address.begin(), [address]);
  return address.navigate;
}

class Address {
  private readonly place: Store<Route>;
  /** Aborted by a newer arrival. */
  private arrival = new AbortController();
  /** Inspect has begun; Learn does without. */
  private begun = false;
  private readonly pause = new Pause();
  private codec: typeof import("./address") | null = null;

  constructor(
    private readonly app: Store<AppState>,
    private readonly parts: Parts,
  ) {
    this.place = partOf(app, "place");
  }

  /** Returns a function that stops following. */
  begin(): () => void {
    const onPopState = (event: PopStateEvent) => {
      const isSeen = enterVisit(event.state);
      const { session, place } = this.app.get();
      const view = new URLSearchParams(location.hash.slice(1)).get("view") ?? "inspect";
      const isSame = view === place.link.view && (view === "inspect" || view === "explain");
      const at = isSame ? visitedSelection(session.opening) : null;
      if (at !== null) this.parts.inspector.select(at);
      else this.arrive(isSeen ? "history" : "entry");
    };
    const onLeave = () => {
      const { session, place } = this.app.get();
      if (!place.ready || this.codec === null) return;
      safeSessionStorage.setItem(
        SNAPSHOT_KEY,
        this.codec.printSnapshot(session, this.parts.composer.text(), location.hash),
      );
    };
    const unsubscribe = this.app.subscribe(() => this.write());
    window.addEventListener("popstate", onPopState);
    window.addEventListener("pagehide", onLeave);
    this.arrive("load");
    return () => {
      unsubscribe();
      this.arrival.abort();
      this.pause.cancel();
      window.removeEventListener("popstate", onPopState);
      window.removeEventListener("pagehide", onLeave);
    };
  }

  /** Each view has its own history entry, so that “back” leads back. */
  readonly navigate: Navigate = (view, tab = this.place.get().link.tab) => {
    const { link, ready } = this.place.get();
    if (view === link.view && tab === link.tab) return;
    const kept = view === "learn" ? this.app.get().learn : {};
    pushVisit(hrefOf(view === "inspect" ? "" : `view=${view}`));
    this.place.update((place) => ({ ...place, link: { ...NO_LINK, view, tab, ...kept } }));
    this.write(0);
    if (view !== "learn" && ready) this.beginInspect(FIRST_EXAMPLE);
  };

  private write(pause = PAUSE_MS): void {
    this.pause.cancel();
    const { ready, link } = this.place.get();
    // Another program's request stays as that program wrote it.
    if (!ready || link.panes !== null || isInFrame()) return;
    // Leaving the page cannot wait for it. A failure is reported where the script is needed.
    this.load().catch(() => {});
    this.pause.after(pause, async () => {
      const { maskedFields } = this.parts.inspector.client.functions;
      const state = this.app.get();
      // If the worker has failed, which it has reported, the address stays as it is.
      const print = async () => (await this.load()).printAddress(state, maskedFields);
      const fragment = await print().catch(() => null);
      if (fragment === null || this.app.get() !== state) return;
      if (fragment !== location.hash.slice(1)) replaceVisit(hrefOf(fragment));
    });
  }

  private async load() {
    this.codec ??= await import("./address");
    return this.codec;
  }

  /** Opens the first example, unless the user opens something, or the page's server has inputs. */
  private async beginInspect(example: string | null): Promise<void> {
    if (this.begun) return;
    this.begun = true;
    const { inspector } = this.parts;
    // The first example knows them.
    if (inspector.store.get().engines.length === 0)
      inspector.loadEngines().catch(() => {
        // The worker has reported it, and the next input starts another.
      });
    if (example !== null && !isServed() && inspector.store.get().opening === 0) await openExample(inspector, example);
  }

  private async arrive(by: Visit["by"]): Promise<void> {
    this.arrival.abort();
    this.arrival = new AbortController();
    const { signal } = this.arrival;
    this.place.update((place) => ({ ...place, ready: false }));
    try {
      await this.follow({ by, signal, opening: this.parts.inspector.store.get().opening });
    } catch (reason) {
      if (!signal.aborted) this.parts.inspector.failOpening(reason instanceof Error ? reason.message : String(reason));
    } finally {
      if (!signal.aborted) {
        replaceVisit(location.href);
        safeSessionStorage.removeItem(SNAPSHOT_KEY);
        this.place.update((place) => ({ ...place, ready: true }));
        if (this.place.get().link.view !== "learn") this.beginInspect(FIRST_EXAMPLE);
      }
    }
  }

  private async follow(visit: Visit): Promise<void> {
    const { by, signal } = visit;
    const { inspector, composer } = this.parts;
    const fragment = location.hash.slice(1);
    const { link: before } = this.place.get();
    const stored = by === "load" ? safeSessionStorage.getItem(SNAPSHOT_KEY) : null;
    const codec = fragment === "" && stored === null ? null : await this.load();
    const link: Link = codec === null ? { ...NO_LINK } : await codec.parseFragment(fragment);
    const kept = stored === null ? null : (codec?.parseSnapshot(stored, isReload() ? null : location.hash) ?? null);
    if (signal.aborted) return;
    // After a reload nothing that was left out is missing.
    const isLost = link.view !== "learn" && link.example !== null && exampleById(link.example) === null;
    const problems = codec?.problemsOf(kept === null ? link : { ...link, left: [] }, !isLost) ?? [];
    // If the user has gone elsewhere already, only the link's contents are opened.
    const now = this.place.get().link;
    const to = now !== before ? now : link.view === "encode" ? link : { ...link, tab: before.tab };
    this.app.update((state) => ({
      ...state,
      place: { ...state.place, link: to, problems },
      bench: link.view === "benchmark" ? { ...state.bench, linked: link.choice, choice: null } : state.bench,
      whatIf: link.view === "encode" && link.tab === "what-if" ? link.whatIf : state.whatIf,
      learn: link.view === "learn" ? { learn: link.learn, example: link.example, row: link.row } : state.learn,
    }));
    if (link.theme !== null) applyTheme(link.theme === "auto" ? null : link.theme);
    // The composition may have changed since a history entry was left.
    const composition = kept?.composition ?? (by === "history" ? null : link.composition);
    if (composition !== null) await composer.openLink(composition);
    if (signal.aborted) return;
    if (kept !== null && kept.engine !== "") inspector.store.update((session) => withEngine(session, kept.engine));
    // In place of an example that does not exist, the page shows the first.
    const own = isLost ? { ...link, example: null, options: {} } : link;
    const opens = kept === null ? own : { ...kept.link, view: link.view, guesses: link.guesses };
    if ((opens.view !== "learn" || opens.text !== null) && (await this.open(opens, visit))) {
      this.place.update((place) => ({ ...place, sharedContent: carriedBy(link, inspector.store.get()) }));
    }
    if (kept !== null && kept.gone !== null && !signal.aborted) {
      inspector.notice(`${kept.gone} was open. Files aren’t kept across reloads: open it again.`);
    }
  }

  /** Opens a link, unless something else has been opened meanwhile; returns whether it is then shown. */
  private async open(link: Link, { by, opening, signal }: Visit): Promise<boolean> {
    const { inspector } = this.parts;
    const aim = aimOf(link);
    await this.beginInspect(aim === "place" ? FIRST_EXAMPLE : null);
    const session = inspector.store.get();
    // Options are for text to be pasted, which may have come before they were read.
    if (signal.aborted || (session.opening !== opening && aim !== "options")) return false;
    if (aim === "place") {
      // What the user brought is in no address, but its steps are.
      if (opening > 0 && (link.row ?? link.error ?? link.block) !== null) await show(inspector, link, true);
      return false;
    }
    if (by === "history" && isOwn(session)) return false;
    const isOpen = this.codec?.isInputOpen(link, this.app.get()) ?? false;
    const isShown = isOpen || (await openInput(inspector, link));
    if (isShown) await show(inspector, link, isOpen);
    return isShown;
  }
}

/** What a link is for: an input, even if damaged, options for any input, or a place in the open one. */
function aimOf(link: Link): "input" | "options" | "place" {
  if (link.text !== null || link.example !== null) return "input";
  if (hasOptions(link)) return "options";
  return link.unread.some((word) => word === "text" || word === "v") ? "input" : "place";
}

/** The user's own parts of a link, which stay in the address while it is open. */
function carriedBy({ text, options, filter }: SessionLink, session: Session): UserContent | null {
  const { input, timeline } = session;
  if (session.example === null && input.kind === "text" && input.text !== (text ?? "")) return null;
  const { prior = [], part = null } = options;
  const carried = {
    prior: prior.length > 0 ? session.options.prior : [],
    part: part === null ? null : session.options.part,
  };
  const search = { ...timeline.filter, text: filter.text ?? "" };
  return { input, options: { ...session.options, ...carried }, timeline: { ...timeline, filter: search } };
}

/** Opens a link's input, and returns whether it is shown; a link without one keeps the open input. */
async function openInput(inspector: Inspector, link: Link): Promise<boolean> {
  const { text, example, options, row, connection } = link;
  if (text !== null) {
    return inspector.open({ kind: "text", text }, null, options, row, inspector.begin(), connection);
  }
  if (example !== null && exampleById(example) !== null) return openExample(inspector, example, link);
  if (hasOptions(link)) return inspector.reopen(options);
  // Of a damaged link nothing can be opened: if nothing else is open, the start screen offers ways on.
  if (inspector.store.get().opened === null) await inspector.open({ kind: "text", text: "" }, null);
  return false;
}

/** Applies a link's change and selection. `isOpen`: its input was open before, so that more may have to change. */
async function show(inspector: Inspector, link: Link, isOpen: boolean): Promise<void> {
  const { change, filter, connection, row, frame, guesses } = link;
  if (isOpen) {
    if (connection !== null) await inspector.selectConnection(connection);
    if (row !== null) await inspector.selectRow(row);
  } else if (change !== null && !(await inspector.change(change, row))) {
    inspector.notice("The change in this link can't be applied to this input.");
  }
  if (isOpen || Object.keys(filter).length > 0) await inspector.filterFrames({ ...NO_FILTER, ...filter });
  const block = link.error ?? link.block;
  if (block !== null && !(await selectField(inspector, block, link.field, link.error !== null))) {
    inspector.notice("The block or field in this link is not in this input.");
  }
  if (frame !== null) {
    await inspector.showFrame(frame);
    inspector.showTab("frames");
  }
  if (guesses.length > 0 && !isOpen) {
    const { pinGuesses } = await import("../share/guesses");
    const all = await pinGuesses(inspector, guesses);
    if (!all) inspector.notice("A guess in this link is about an entry that is not unknown in this input.");
  }
}
