/** Follows the address, and keeps it; and “back” never takes away what a person has brought. */
import { useEffect, useState } from "react";
import { settingsOf, unpackedUrl, urlFromState } from "./address";
import type { AppState, Place } from "./app-state";
import type { Composer } from "./encode/composer";
import { exampleById, FIRST_EXAMPLE } from "./examples/examples";
import { KEPT } from "./first/first-example";
import type { Inspector } from "./inspect/inspector";
import { openExample } from "./inspect/open-example";
import { recalled } from "./inspect/trail";
import type { Navigate } from "./navigate";
import { type Link, NO_LINK, parseFragment } from "./session/fragment";
import { problemsOf } from "./session/link-problems";
import type { Change } from "./session/outside";
import { arriving, type Left, leaving } from "./session/reload";
import { isOwn } from "./session/session";
import { tabKept } from "./session/storage";
import { partOf, type Store } from "./session/store";

/** The state of an entry of the history that the page has dealt with. */
const SEEN = { seen: true };

/** Packing what is built waits for typing to pause, milliseconds. */
const PAUSE_MS = 300;

function isSeen(state: unknown): boolean {
  return typeof state === "object" && state !== null && "seen" in state;
}

function hrefOf(fragment: string): string {
  return fragment === "" ? location.pathname + location.search : `#${fragment}`;
}

/** What the address is about. */
export type Parts = { inspector: Inspector; composer: Composer };

/** How to go to another view. */
export function useAddress(app: Store<AppState>, { inspector, composer }: Parts): Navigate {
  const [address] = useState(() => new Address(app, { inspector, composer }));
  useEffect(() => address.begin(), [address]);
  return address.navigate;
}

class Address {
  private readonly place: Store<Place>;
  /** The arrival that may go on: a newer one takes its place. */
  private arrival = new AbortController();
  /** Whether Inspect has begun: Learn does without. */
  private begun = false;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly app: Store<AppState>,
    private readonly parts: Parts,
  ) {
    this.place = partOf(app, "place");
  }

  /** Follows the address from now on; what it gives ends that. */
  begin(): () => void {
    const again = (event: PopStateEvent) => {
      const { session, place } = this.app.get();
      const at = place.link.view === "inspect" ? recalled(event.state, session.opening) : null;
      if (at !== null) this.parts.inspector.select(at);
      else this.arrive(false);
    };
    const leave = () => {
      if (!this.place.get().ready) return;
      const { session } = this.app.get();
      tabKept.setItem(KEPT, JSON.stringify(leaving(session, this.parts.composer.text(), location.hash)));
    };
    const unsubscribe = this.app.subscribe(() => this.write());
    window.addEventListener("popstate", again);
    window.addEventListener("pagehide", leave);
    this.arrive(true);
    return () => {
      unsubscribe();
      this.arrival.abort();
      clearTimeout(this.pause);
      window.removeEventListener("popstate", again);
      window.removeEventListener("pagehide", leave);
    };
  }

  /** Goes to a view of its own in the history, so that “back” leads back. */
  readonly navigate: Navigate = (view, tab = this.place.get().link.tab) => {
    const { link, ready } = this.place.get();
    if (view === link.view && tab === link.tab) return;
    const kept = view === "learn" ? this.app.get().learn : {};
    const place = { ...this.place.get(), link: { ...NO_LINK, view, tab, ...kept }, named: null };
    const fragment = unpackedUrl({ ...this.app.get(), place }) ?? `view=${view}`;
    history.pushState(SEEN, "", hrefOf(fragment));
    this.place.update(() => place);
    if (view !== "learn" && ready) this.beginInspect(FIRST_EXAMPLE);
  };

  private write(): void {
    clearTimeout(this.pause);
    if (!this.place.get().ready) return;
    const now = unpackedUrl(this.app.get());
    if (now !== null) {
      replace(now);
      return;
    }
    const mine = setTimeout(async () => {
      const { maskedFields } = this.parts.inspector.client.functions;
      // A worker that can't go on has said so; the address then stays as it is.
      const packed = await urlFromState(this.app.get(), maskedFields).catch(() => null);
      // What was packed for an older state may be ready after what came since.
      if (packed !== null && mine === this.pause && this.place.get().ready) replace(packed);
    }, PAUSE_MS);
    this.pause = mine;
  }

  /** Inspect begins with an example, unless something is opened in it. */
  private async beginInspect(example: string | null): Promise<void> {
    if (this.begun) return;
    this.begun = true;
    const { inspector } = this.parts;
    inspector.loadEngines().catch(() => {
      // The worker has said so, and the next input starts another.
    });
    if (example !== null && inspector.store.get().opening === 0) await openExample(inspector, example);
  }

  private async arrive(first: boolean): Promise<void> {
    this.arrival.abort();
    this.arrival = new AbortController();
    const { signal } = this.arrival;
    this.place.update((place) => ({ ...place, ready: false }));
    try {
      await this.follow(first, signal);
    } catch (reason) {
      if (!signal.aborted) this.parts.inspector.refuse(reason instanceof Error ? reason.message : String(reason));
    } finally {
      if (!signal.aborted) {
        history.replaceState(SEEN, "");
        tabKept.removeItem(KEPT);
        this.place.update((place) => ({ ...place, ready: true }));
        if (this.place.get().link.view !== "learn") this.beginInspect(FIRST_EXAMPLE);
      }
    }
  }

  private async follow(first: boolean, signal: AbortSignal): Promise<void> {
    const { inspector, composer } = this.parts;
    const seen = !first && isSeen(history.state);
    const fragment = location.hash.slice(1);
    const { opening } = inspector.store.get();
    const { link: before } = this.place.get();
    const link = await parseFragment(fragment);
    const kept = first ? await arriving(tabKept.getItem(KEPT), location.hash) : null;
    if (signal.aborted) return;
    // After a reload nothing of what was left out is missing.
    const isExample = link.view === "learn" || exampleById(link.example ?? "") !== null;
    const problems = problemsOf(kept === null ? link : { ...link, left: [] }, isExample);
    // A person may have gone elsewhere already: then only what the link carries is opened.
    const hasGone = this.place.get().link !== before;
    const to = hasGone ? this.place.get().link : link.view === "encode" ? link : { ...link, tab: before.tab };
    this.app.update((state) => ({
      ...state,
      place: { ...state.place, link: to, problems },
      bench: link.view === "benchmark" ? { ...state.bench, linked: link.choice, choice: null } : state.bench,
      whatIf: link.view === "encode" && link.tab === "what-if" ? link.whatIf : state.whatIf,
      learn: link.view === "learn" ? { learn: link.learn, example: link.example, row: link.row } : state.learn,
    }));
    // What one goes back to stands here still, and may have changed since.
    if (kept !== null && kept.composition !== null) await composer.follow(kept.composition);
    else if (link.composition !== null && (first || !seen)) await composer.follow(link.composition);
    if (signal.aborted) return;
    const isTold = await this.openIn(inspector, link, kept, seen, opening, signal);
    if (isTold) this.name(link, fragment);
    if (kept !== null && kept.gone !== null && !signal.aborted) {
      inspector.notice(`${kept.gone} was open. Files aren’t kept across reloads: open it again.`);
    }
  }

  /** Opens what the link names, or what waited for the reload; whether that is what is open then. */
  private async openIn(
    inspector: Inspector,
    link: Link,
    kept: Left | null,
    seen: boolean,
    opening: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    // What a person has brought meanwhile stays.
    const isUntouched = () => inspector.store.get().opening === opening && !signal.aborted;
    const hasText = kept !== null && kept.text !== null;
    if (link.view === "learn" && !hasText) return false;
    const isSet = Object.keys(link.options).length > 0;
    // With how it decodes but nothing to decode, a link is for what will be pasted.
    const isBare = link.text === null && link.example === null && !isSet && !link.unread.includes("text");
    const begins = this.beginInspect(isBare && !hasText ? FIRST_EXAMPLE : null);
    if (isBare && !hasText) return begins.then(() => false);
    if (!isUntouched()) return false;
    if (hasText) {
      const isShown = await inspector.open({ kind: "text", text: kept.text ?? "" }, null, kept.options, kept.row);
      if (isShown) await applyChange(inspector, kept.change, kept.row);
      return isShown && link.text === kept.text;
    }
    if (seen && isOwn(inspector.store.get())) return false;
    return follow(inspector, link);
  }

  /** Keeps the address as it is while what it names is open. */
  private name(link: Link, fragment: string): void {
    const session = this.parts.inspector.store.get();
    if (link.text === null && link.example === null && fragment === "") return;
    this.place.update((place) => ({
      ...place,
      named: { input: session.input, settings: settingsOf(session), fragment },
    }));
  }
}

function replace(fragment: string): void {
  if (fragment !== location.hash.slice(1)) history.replaceState(SEEN, "", hrefOf(fragment));
}

/** Opens what a link names; a link that names nothing leaves what is open. Whether that is what is open then. */
async function follow(inspector: Inspector, link: Link): Promise<boolean> {
  const isSet = Object.keys(link.options).length > 0;
  let isShown = false;
  if (link.text !== null) {
    isShown = await inspector.open({ kind: "text", text: link.text }, null, link.options, link.row);
  } else if (link.example !== null && exampleById(link.example) !== null) {
    isShown = await openExample(inspector, link.example, link.row);
    if (isShown && isSet) isShown = await inspector.reopen(link.options);
  } else if (isSet) {
    isShown = await inspector.reopen(link.options);
  }
  if (isShown) await applyChange(inspector, link.change, link.row);
  if (isShown && link.guesses.length > 0) {
    const { pinGuesses } = await import("./share/guesses");
    const all = await pinGuesses(inspector, link.guesses);
    if (!all) inspector.notice("A guess in this link is about an entry that is not unknown in this input.");
  }
  return isShown;
}

/** What was applied when the link was made. */
async function applyChange(inspector: Inspector, change: Change | null, row: number | null): Promise<void> {
  if (change !== null && !(await inspector.change(change, row))) {
    inspector.notice("The change in this link can't be applied to this input.");
  }
}
