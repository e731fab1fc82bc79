/** The address says what is open, or nothing; and “back” never takes away what a person has brought. */
import { useEffect, useRef, useState } from "react";
import type { Bench } from "./bench/benchmark";
import type { Composer } from "./encode/composer";
import { exampleById, FIRST_EXAMPLE } from "./examples/examples";
import { openExample } from "./inspect/examples-menu";
import type { Inspector } from "./inspect/inspector";
import { recalled } from "./inspect/trail";
import type { Navigate } from "./navigate";
import {
  type AppliedChange,
  type EncodeTab,
  type Link,
  NO_LINK,
  parseFragment,
  printFragment,
  printOpening,
  type View,
} from "./session/fragment";
import { learnPlace } from "./session/learn-place";
import { problemsOf } from "./session/link-problems";
import { arriving, leaving } from "./session/reload";
import { type Input, isOwn } from "./session/session";
import { tabKept } from "./session/storage";
import type { Store } from "./session/store";
import type { WhatIfChoice } from "./session/what-if-choice";
import { optionsWithoutSecrets } from "./session/withheld";

/** The state of an entry of the history that the page has dealt with. */
const SEEN = { seen: true };

function isSeen(state: unknown): boolean {
  return typeof state === "object" && state !== null && "seen" in state;
}

/** Opens what a link names; a link that names nothing leaves what is open. */
async function follow(inspector: Inspector, link: Link): Promise<void> {
  const isSet = Object.keys(link.options).length > 0;
  if (link.text !== null) {
    await inspector.open({ kind: "text", text: link.text }, null, link.options, link.row);
  } else if (link.example !== null && exampleById(link.example) !== null) {
    await openExample(inspector, link.example, link.row);
    if (isSet) await inspector.reopen(link.options);
  } else if (isSet) {
    await inspector.reopen(link.options);
  }
  await applyChange(inspector, link.change, link.row);
}

/** What was applied when the link was made. */
async function applyChange(inspector: Inspector, change: AppliedChange | null, row: number | null): Promise<void> {
  if (change !== null && !(await inspector.change(change, row))) {
    inspector.notice("The change in this link can't be applied to this input.");
  }
}

/** Where what is open waits for a reload. */
const KEPT = "open";

function benchmarkFragment(bench: Bench): string {
  return printOpening({ ...NO_LINK, view: "benchmark", choice: bench.store.get().choice ?? {} });
}

/** What is tried, and on which example. */
function whatIfFragment(inspector: Inspector, whatIf: Store<WhatIfChoice>): string {
  const { example } = inspector.store.get();
  const { options, left } = optionsWithoutSecrets(inspector.store.get().options);
  const opening = { ...NO_LINK, example, options, left: [...left.keys()] };
  return printOpening({ ...opening, view: "encode", tab: "what-if", whatIf: whatIf.get() });
}

function learnFragment(): string {
  return printOpening({ ...NO_LINK, view: "learn", ...learnPlace.get() });
}

/** Writing the address waits for typing to pause, milliseconds. */
const PAUSE_MS = 300;

/** What is built, without secrets: those leave the page only when a person shares them. */
async function buildFragment(composer: Composer): Promise<string> {
  const { text, left } = composer.textWithoutSecrets();
  return printFragment({ ...NO_LINK, view: "encode", composition: text, left: [...left.keys()] });
}

/** The link that led here, and how to go to another view. */
export function useAddress(
  inspector: Inspector,
  bench: Bench,
  whatIf: Store<WhatIfChoice>,
  composer: Composer,
): { link: Link; navigate: Navigate; problems: string[]; forgetProblems: () => void } {
  const [link, setLink] = useState<Link>(NO_LINK);
  const [problems, setProblems] = useState<string[]>([]);
  const view = useRef<View>("inspect");
  const tab = useRef<EncodeTab>("build");
  /** Whether the address is still to be followed: until then nothing is written to it. */
  const following = useRef(true);
  /** What the address names more closely than this page would: it stands while that is open. */
  const named = useRef<{ input: Input; options: string } | null>(null);

  useEffect(() => {
    const { store } = inspector;

    function replace(fragment: string) {
      if (fragment === location.hash.slice(1)) return;
      history.replaceState(SEEN, "", fragment === "" ? location.pathname + location.search : `#${fragment}`);
    }

    function write() {
      if (following.current) return;
      if (view.current === "benchmark") return replace(benchmarkFragment(bench));
      if (view.current === "encode" && tab.current === "what-if") return replace(whatIfFragment(inspector, whatIf));
      if (view.current === "encode") return writeSoon();
      if (view.current === "learn") return replace(learnFragment());
      if (view.current !== "inspect") return;
      const { input, example, change } = store.get();
      const { options, left } = optionsWithoutSecrets(store.get().options);
      const set = settings();
      if (named.current?.input === input && named.current.options === set) return;
      named.current = null;
      const isUsual = example === FIRST_EXAMPLE && set === "";
      const fragment =
        example === null || isUsual
          ? ""
          : printOpening({ ...NO_LINK, options, example, change, left: [...left.keys()] });
      replace(fragment);
    }

    let pause: ReturnType<typeof setTimeout> | undefined;
    function writeSoon() {
      clearTimeout(pause);
      const mine = setTimeout(async () => {
        const fragment = await buildFragment(composer);
        // What was packed for an older state may be ready after what came since.
        if (mine !== pause) return;
        if (view.current === "encode" && tab.current === "build" && !following.current) replace(fragment);
      }, PAUSE_MS);
      pause = mine;
    }

    /** How what is open is decoded, as far as the address may say it. */
    function settings(): string {
      const { options, left } = optionsWithoutSecrets(store.get().options);
      return printOpening({ ...NO_LINK, options, change: store.get().change, left: [...left.keys()] });
    }

    async function arrive(first: boolean) {
      following.current = true;
      const seen = !first && isSeen(history.state);
      const link = await parseFragment(location.hash);
      const kept = first ? arriving(tabKept.getItem(KEPT), location.hash) : null;
      // After a reload nothing of what was left out is missing.
      const isExample = link.view === "learn" || exampleById(link.example ?? "") !== null;
      setProblems(problemsOf(kept === null ? link : { ...link, left: [] }, isExample));
      view.current = link.view;
      if (link.view === "encode") tab.current = link.tab;
      if (link.view === "encode" && link.tab === "what-if") whatIf.update(() => link.whatIf);
      // What one goes back to stands here still, and may have changed since.
      if (kept !== null && kept.composition !== null) composer.follow(kept.composition);
      else if (link.composition !== null && (first || !seen)) composer.follow(link.composition);
      if (link.view === "benchmark") bench.follow(link.choice);
      if (link.view === "learn") learnPlace.update(() => ({ learn: link.learn, example: link.example, row: link.row }));
      setLink(link);
      // With how it decodes but nothing to decode, a link is for what will be pasted.
      // What Learn names is opened there.
      const isBare = link.view === "learn" || (link.text === null && link.example === null);
      if (kept !== null && kept.text !== null) {
        await inspector.open({ kind: "text", text: kept.text }, null, kept.options, kept.row);
        await applyChange(inspector, kept.change, kept.row);
        if (link.text === kept.text) named.current = { input: store.get().input, options: settings() };
      } else if (first && isBare && Object.keys(link.options).length === 0 && !link.unread.includes("text")) {
        await openExample(inspector, FIRST_EXAMPLE);
      }
      if (kept !== null && kept.gone !== null) {
        inspector.notice(`${kept.gone} was open. It can't be kept when the page is reloaded: open it again.`);
      }
      if (kept?.text == null && link.view !== "learn" && (!seen || !isOwn(store.get()))) {
        await follow(inspector, link);
        const { input, example } = store.get();
        // Something else may have been brought meanwhile.
        const isThat =
          link.text === null ? example === link.example : input.kind === "text" && input.text === link.text;
        if (isThat) named.current = { input, options: settings() };
      }
      history.replaceState(SEEN, "");
      tabKept.removeItem(KEPT);
      following.current = false;
      write();
    }

    async function begin() {
      try {
        await inspector.loadEngines();
      } catch {
        // The worker has said so, and the next input starts another.
      }
      await arrive(true);
    }

    function leave() {
      if (following.current) return;
      tabKept.setItem(KEPT, JSON.stringify(leaving(store.get(), composer.text(), location.hash)));
    }
    function again(event: PopStateEvent) {
      const place = view.current === "inspect" ? recalled(event.state, store.get().opening) : null;
      if (place !== null) inspector.select(place);
      else arrive(false);
    }
    begin();
    const unsubscribe = [
      store.subscribe(write),
      bench.store.subscribe(write),
      whatIf.subscribe(write),
      composer.store.subscribe(write),
      learnPlace.subscribe(write),
    ];
    window.addEventListener("popstate", again);
    window.addEventListener("pagehide", leave);
    return () => {
      for (const end of unsubscribe) end();
      clearTimeout(pause);
      window.removeEventListener("popstate", again);
      window.removeEventListener("pagehide", leave);
    };
  }, [inspector, bench, whatIf, composer]);

  function navigate(to: View, part: EncodeTab = tab.current) {
    if (to === view.current && part === tab.current) return;
    view.current = to;
    tab.current = part;
    named.current = null;
    // A view of its own in the history, so that “back” leads back.
    const link = { ...NO_LINK, view: to, tab: part, ...(to === "learn" ? learnPlace.get() : {}) };
    let fragment = printOpening(link);
    if (to === "benchmark") fragment = benchmarkFragment(bench);
    if (to === "encode" && part === "what-if") fragment = whatIfFragment(inspector, whatIf);
    history.pushState(SEEN, "", to === "inspect" ? location.pathname + location.search : `#${fragment}`);
    setLink(link);
    // The state is told of nothing by this: the address is written at its next change, or here.
    if (to === "encode") composer.store.update((state) => ({ ...state }));
    if (to === "inspect") inspector.store.update((session) => ({ ...session }));
  }

  return { link, navigate, problems, forgetProblems: () => setProblems([]) };
}
