/** The address says what is open, or nothing; and «back» never takes away what a person has brought. */
import { useEffect, useRef, useState } from "react";
import type { Bench } from "./bench/benchmark";
import type { Composer } from "./encode/composer";
import { exampleById, FIRST_EXAMPLE } from "./examples/examples";
import { openExample } from "./inspect/examples-menu";
import type { Inspector } from "./inspect/inspector";
import { recalled } from "./inspect/trail";
import type { Navigate } from "./navigate";
import {
  type EncodeTab,
  type Link,
  NO_LINK,
  parseFragment,
  printFragment,
  printOpening,
  type View,
} from "./session/fragment";
import { learnPlace } from "./session/learn-place";
import { type Input, isOwn } from "./session/session";
import type { Store } from "./session/store";
import type { WhatIfChoice } from "./session/what-if-choice";

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
}

function benchmarkFragment(bench: Bench): string {
  return printOpening({ ...NO_LINK, view: "benchmark", choice: bench.store.get().choice ?? {} });
}

/** What is tried, and on which example. */
function whatIfFragment(inspector: Inspector, whatIf: Store<WhatIfChoice>): string {
  const { example, options } = inspector.store.get();
  return printOpening({ ...NO_LINK, view: "encode", tab: "what-if", whatIf: whatIf.get(), example, options });
}

function learnFragment(): string {
  return printOpening({ ...NO_LINK, view: "learn", ...learnPlace.get() });
}

/** Writing the address waits for typing to pause, milliseconds. */
const PAUSE_MS = 300;

/** What is built. */
async function buildFragment(composer: Composer): Promise<string> {
  return printFragment({ ...NO_LINK, view: "encode", composition: composer.text() });
}

/** The link that led here, and how to go to another view. */
export function useAddress(
  inspector: Inspector,
  bench: Bench,
  whatIf: Store<WhatIfChoice>,
  composer: Composer,
): [link: Link, navigate: Navigate] {
  const [link, setLink] = useState<Link>(NO_LINK);
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
      const { input, example, options } = store.get();
      const set = printOpening({ ...NO_LINK, options });
      if (named.current?.input === input && named.current.options === set) return;
      named.current = null;
      const isUsual = example === FIRST_EXAMPLE && set === "";
      const fragment = example === null || isUsual ? "" : printOpening({ ...NO_LINK, options, example });
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

    async function arrive(first: boolean) {
      following.current = true;
      const seen = !first && isSeen(history.state);
      const link = await parseFragment(location.hash);
      view.current = link.view;
      if (link.view === "encode") tab.current = link.tab;
      if (link.view === "encode" && link.tab === "what-if") whatIf.update(() => link.whatIf);
      // What one goes back to stands here still, and may have changed since.
      if (link.composition !== null && (first || !seen)) composer.follow(link.composition);
      if (link.view === "benchmark") bench.follow(link.choice);
      if (link.view === "learn") learnPlace.update(() => ({ learn: link.learn, example: link.example, row: link.row }));
      setLink(link);
      // With how it decodes but nothing to decode, a link is for what will be pasted.
      // What Learn names is opened there.
      const isBare = link.view === "learn" || (link.text === null && link.example === null);
      if (first && isBare && Object.keys(link.options).length === 0) await openExample(inspector, FIRST_EXAMPLE);
      if (link.view !== "learn" && (!seen || !isOwn(store.get()))) {
        await follow(inspector, link);
        const { input, example, options } = store.get();
        // Something else may have been brought meanwhile.
        const isThat =
          link.text === null ? example === link.example : input.kind === "text" && input.text === link.text;
        if (isThat) named.current = { input, options: printOpening({ ...NO_LINK, options }) };
      }
      history.replaceState(SEEN, "");
      following.current = false;
      write();
    }

    async function begin() {
      await inspector.loadEngines();
      await arrive(true);
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
    return () => {
      for (const end of unsubscribe) end();
      clearTimeout(pause);
      window.removeEventListener("popstate", again);
    };
  }, [inspector, bench, whatIf, composer]);

  function navigate(to: View, part: EncodeTab = tab.current) {
    if (to === view.current && part === tab.current) return;
    view.current = to;
    tab.current = part;
    named.current = null;
    // A view of its own in the history, so that «back» leads back.
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

  return [link, navigate];
}
