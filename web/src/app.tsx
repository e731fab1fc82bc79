/** The page: its head, the open view, and what may be dropped or pasted anywhere on it. */

import { clsx } from "clsx";
import { type MouseEvent, useLayoutEffect, useState } from "react";
import styles from "./app.module.css";
import { type AppState, START } from "./app-state";
import { Composer, ComposerContext } from "./encode/composer";
import { WhatIfContext } from "./encode/what-if/what-if-context";
import { EngineClient } from "./engine/client";
import { InspectView } from "./inspect/inspect-view";
import { Inspector, InspectorContext } from "./inspect/inspector";
import { NavigateContext } from "./navigate";
import { NO_LINK, type View } from "./session/fragment";
import { Later } from "./session/later";
import { createStore, partOf, useStore } from "./session/store";
import { ErrorBoundary } from "./ui/error-boundary";
import { lazyComponent } from "./ui/lazy-component";
import { ThemeButton } from "./ui/theme";
import { useAddress } from "./use-address";
import { useBringing } from "./use-bringing";
import { useShortcuts } from "./use-shortcuts";
import { useUndo } from "./use-undo";
import { useViewFocus } from "./use-view-focus";

const BenchmarkView = lazyComponent(async () => (await import("./bench/benchmark-view")).BenchmarkView);
const EncodeView = lazyComponent(async () => (await import("./encode/encode-view")).default);
const IntegersView = lazyComponent(async () => (await import("./inspect/integers-view")).IntegersView);
const LearnView = lazyComponent(async () => (await import("./learn/learn-view")).default);
const HelpDialog = lazyComponent(async () => (await import("./help/help-dialog")).HelpDialog, { soon: true });
const ShareDialog = lazyComponent(async () => (await import("./share/share-dialog")).ShareDialog, { soon: true });

const VIEWS: { view: View; title: string }[] = [
  { view: "inspect", title: "Inspect" },
  { view: "encode", title: "Encode" },
  { view: "benchmark", title: "Benchmark" },
  { view: "learn", title: "Learn" },
];

/** The view under whose name one that has none of its own stands in the navigation. */
function shownAs(view: View): View {
  return view === "integers" ? "learn" : view;
}

/** Whether a click is for this tab: with a key held, or another button, the browser opens the link elsewhere. */
function isForHere({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}

export function App({ start = START, client: given }: { start?: AppState; client?: EngineClient }) {
  const [app] = useState(() => createStore(start));
  const [inspector] = useState(() => new Inspector(given ?? new EngineClient(), partOf(app, "session")));
  const [bench] = useState(
    () => new Later(async () => new (await import("./bench/benchmark")).Bench(inspector, partOf(app, "bench"))),
  );
  const [composer] = useState(() => new Composer(partOf(app, "composer")));
  const [whatIf] = useState(() => partOf(app, "whatIf"));
  const navigate = useAddress(app, { inspector, composer });
  const { link, problems } = useStore(app, (state) => state.place);
  const forgetProblems = () => app.update((state) => ({ ...state, place: { ...state.place, problems: [] } }));
  const [keepStep] = useState(
    () => (row: number | null) =>
      partOf(app, "learn").update((learn) => (learn.row === row ? learn : { ...learn, row })),
  );
  const [dialog, setDialog] = useState<"help" | "share" | null>(null);
  const dropping = useBringing(inspector, composer, link.view, navigate);
  useShortcuts(inspector, link.view, setDialog);
  useUndo(inspector, composer, link.view);
  const main = useViewFocus(link === NO_LINK ? null : `${link.view} ${link.learn.chapter}`);

  // Before the address is followed, and what is open in the views.
  useLayoutEffect(() => {
    inspector.client.begin();
    composer.begin();
    return () => {
      inspector.client.end();
      bench.now?.end();
      composer.end();
    };
  }, [inspector, bench, composer]);

  return (
    <InspectorContext value={inspector}>
      <ComposerContext value={composer}>
        <NavigateContext value={navigate}>
          <div className={styles.page}>
            {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place in the page */}
            <a
              className={clsx("button", styles.skipLink)}
              href="#main"
              onClick={(event) => {
                // The fragment is what the page shows, not a place in it.
                event.preventDefault();
                main.current?.focus();
              }}
            >
              Skip to content
            </a>
            <header className={styles.head}>
              <span className={styles.headName}>
                HPACK<span className={styles.headDot}>·</span>
                <span className={styles.headLong}>Inspector</span>
              </span>
              <nav aria-label="Views">
                {VIEWS.map(({ view, title }) => (
                  <a
                    key={view}
                    href={view === "inspect" ? "#" : `#view=${view}`}
                    aria-current={view === shownAs(link.view) ? "page" : undefined}
                    onClick={(event) => {
                      if (!isForHere(event)) return;
                      event.preventDefault();
                      navigate(view);
                    }}
                  >
                    {title}
                  </a>
                ))}
              </nav>
              <span className={styles.headPromise}>Nothing leaves this page</span>
              <button type="button" className="button" onClick={() => setDialog("share")}>
                Share
              </button>
              <ThemeButton />
              <button
                type="button"
                className="button icon-button"
                aria-label="Help and keys"
                title="Help and keys (?)"
                onClick={() => setDialog("help")}
              >
                ?
              </button>
            </header>
            <LinkProblems problems={problems} onClose={forgetProblems} />
            <main className={styles.view} id="main" ref={main} tabIndex={-1}>
              <ErrorBoundary key={link.view}>
                {link.view === "integers" && <IntegersView bytes={link.bytes} prefix={link.prefix} />}
                {link.view === "benchmark" && <BenchmarkView bench={bench} />}
                {link.view === "inspect" && <InspectView />}
                {link.view === "encode" && (
                  <WhatIfContext value={whatIf}>
                    <EncodeView tab={link.tab} />
                  </WhatIfContext>
                )}
                {link.view === "learn" && (
                  <LearnView place={link.learn} example={link.example} row={link.row} onStep={keepStep} />
                )}
                {dialog === "help" && <HelpDialog onClose={() => setDialog(null)} />}
                {dialog === "share" && <ShareDialog view={link.view} tab={link.tab} onClose={() => setDialog(null)} />}
              </ErrorBoundary>
            </main>
            {dropping && <div className={styles.dropping}>Drop to decode</div>}
          </div>
        </NavigateContext>
      </ComposerContext>
    </InspectorContext>
  );
}

/** What the link that led here could not say. */
function LinkProblems({ problems, onClose }: { problems: string[]; onClose: () => void }) {
  if (problems.length === 0) return null;
  return (
    <div className={styles.linkProblems} role="alert">
      <p>
        <strong>Part of this link couldn’t be read.</strong> {problems.join(" ")}
      </p>
      <button type="button" className="button" onClick={onClose}>
        OK
      </button>
    </div>
  );
}
