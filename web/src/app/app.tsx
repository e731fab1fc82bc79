/** The page: its header, the open view, and paste and drop anywhere. */

import { clsx } from "clsx";
import { useLayoutEffect, useState } from "react";
import { NO_LINK, type View } from "../address/link";
import { NavigateContext } from "../address/navigate";
import { commandProps } from "../commands/command-props";
import { Composer, ComposerContext } from "../encode/composer";
import { WhatIfContext } from "../encode/what-if/what-if-context";
import { EngineClient } from "../engine/client";
import { InspectView } from "../inspect/inspect-view";
import { isIntroduced } from "../inspect/opener";
import { LiveContext } from "../live/live-context";
import { useLive } from "../live/use-live";
import { NewVersion } from "../offline/new-version";
import { Inspector, PageInspectorContext } from "../session/inspector";
import { hasBlocks } from "../session/session";
import { Bar } from "../ui/bar";
import { Button, ButtonLink } from "../ui/button";
import { useCommandHandler } from "../ui/command-handlers";
import { ErrorBoundary } from "../ui/error-boundary";
import { hostOf, isInFrame } from "../ui/framed";
import { Lazy } from "../ui/lazy";
import { lazyComponent } from "../ui/lazy-component";
import { isPlainClick } from "../ui/plain-click";
import { createStore, partOf, useStore } from "../ui/store";
import { ThemeButton } from "../ui/theme";
import styles from "./app.module.css";
import type { AppParts } from "./app-parts";
import { type AppState, START, withPresent } from "./app-state";
import { useAddress } from "./follow-address";
import { commandsFor, isAvailable, runCommand, useCommands } from "./use-commands";
import { useOpenInput } from "./use-open-input";
import { useViewFocus } from "./use-view-focus";

const BenchmarkView = lazyComponent(async () => (await import("../bench/benchmark-view")).BenchmarkView);
const EncodeView = lazyComponent(async () => (await import("../encode/encode-view")).default);
const EmbedView = lazyComponent(async () => (await import("../embed/embed-view")).EmbedView);
const ExplainView = lazyComponent(async () => (await import("../explain/explain-view")).ExplainView);
const IntegersView = lazyComponent(async () => (await import("../integers/integers-view")).IntegersView);
const LearnView = lazyComponent(async () => (await import("../learn/learn-view")).default);
const CompareDialog = lazyComponent(async () => (await import("../compare/compare-dialog")).CompareDialog);
const PresentView = lazyComponent(async () => (await import("../present/present-view")).PresentView);
const Host = lazyComponent(async () => (await import("../embed/host")).Host);
const HelpDialog = lazyComponent(async () => (await import("../commands/help-dialog")).HelpDialog, { soon: true });
const Palette = lazyComponent(async () => (await import("../commands/palette")).Palette);
const ShareDialog = lazyComponent(async () => (await import("../share/share-dialog")).ShareDialog, { soon: true });
const Tips = lazyComponent(async () => (await import("../ui/tips")).Tips, { soon: true });

const VIEWS: { view: View; title: string }[] = [
  { view: "inspect", title: "Inspect" },
  { view: "encode", title: "Encode" },
  { view: "benchmark", title: "Benchmark" },
  { view: "learn", title: "Learn" },
];

/** The view that is current in the navigation, also for a view without an entry there. */
function navigationViewOf(view: View): View {
  if (view === "integers") return "learn";
  return view === "explain" ? "inspect" : view;
}

/** True on the first screen, as long as the user has nothing to share; the screen itself says what the header would. */
function isUntouched({ place, session, composer }: AppState): boolean {
  return place.link.view === "inspect" && composer === START.composer && isIntroduced(session);
}

/** The page's state, and the objects that act on it. */
function useParts(start: AppState, client: EngineClient | undefined) {
  const [parts] = useState(() => {
    const store = createStore(start);
    const inspector = new Inspector(client ?? new EngineClient(), partOf(store, "session"));
    const composer = new Composer(partOf(store, "composer"));
    const bench = new Lazy(
      async () => new (await import("../bench/benchmark")).Bench(inspector, partOf(store, "bench")),
    );
    const keepStep = (row: number | null, byte: string | null) =>
      partOf(store, "learn").update((at) =>
        at.row === row && at.learn.byte === byte ? at : { ...at, row, learn: { ...at.learn, byte } },
      );
    return { store, inspector, composer, bench, keepStep, whatIf: partOf(store, "whatIf") };
  });
  return parts;
}

export function App({ start = START, client }: { start?: AppState; client?: EngineClient }) {
  const { store, inspector, composer, bench, keepStep, whatIf } = useParts(start, client);
  const navigate = useAddress(store, { inspector, composer });
  const [app] = useState<AppParts>({ store, inspector, composer, navigate });
  const { link, problems, sharedContent: carried } = useStore(store, (state) => state.place);
  const dismissProblems = () => store.update((state) => ({ ...state, place: { ...state.place, problems: [] } }));
  const [dialog, setDialog] = useState<"help" | "palette" | "share" | "compare" | null>(null);
  const close = () => setDialog(null);
  const dropping = useOpenInput(app, link.view);
  useCommandHandler("help", () => setDialog("help"));
  useCommandHandler("palette", () => setDialog("palette"));
  useCommandHandler("share", () => setDialog("share"));
  useCommandHandler("compare", () => hasBlocks(store.get().session) && setDialog("compare"));
  const [presentsFirst, setPresentsFirst] = useState(false);
  const setPresent = (present: boolean) => {
    // A link's step is shown instead.
    setPresentsFirst(present);
    store.update((state) => withPresent(state, present));
  };
  useCommandHandler("present", () => setPresent(true));
  useCommands(app);
  const presenter = link.present && <PresentView fromFirst={presentsFirst} onLeave={() => setPresent(false)} />;
  const live = useLive(inspector);
  const isIntro = useStore(store, isUntouched);
  const main = useViewFocus(link === NO_LINK ? null : `${link.view} ${link.learn.chapter}`);

  // Before the address is followed, and before the views' own effects.
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
    <NavigateContext value={navigate}>
      <PageInspectorContext value={inspector}>
        <ComposerContext value={composer}>
          <WhatIfContext value={whatIf}>
            {hostOf() !== null && <Host inspector={inspector} />}
            {isInFrame() || link.panes !== null ? (
              <EmbedView panes={link.panes}>
                <LinkProblems problems={problems} onClose={dismissProblems} />
              </EmbedView>
            ) : (
              <div className={clsx("column", styles.page)}>
                <ButtonLink
                  className={styles.skipLink}
                  href="#main"
                  onClick={(event) => {
                    // The fragment is the page's state, not an anchor in it.
                    event.preventDefault();
                    main.current?.focus();
                  }}
                >
                  Skip to content
                </ButtonLink>
                <header className={styles.head}>
                  <span data-room="480">
                    HPACK<span data-room="760">·</span>
                    <span data-room="760">Inspector</span>
                  </span>
                  <nav aria-label="Views">
                    {VIEWS.map(({ view, title }) => (
                      <a
                        key={view}
                        href={view === "inspect" ? "#" : `#view=${view}`}
                        aria-current={view === navigationViewOf(link.view) ? "page" : undefined}
                        onClick={(event) => {
                          if (!isPlainClick(event)) return;
                          event.preventDefault();
                          navigate(view);
                        }}
                      >
                        {title}
                      </a>
                    ))}
                  </nav>
                  {!isIntro && (
                    <>
                      <span className="dim small" data-room="900">
                        Runs locally; nothing is uploaded
                      </span>
                      <Button onClick={() => setDialog("share")} {...commandProps("share")}>
                        Share
                      </Button>
                    </>
                  )}
                  <ThemeButton />
                  <Button
                    look="icon"
                    aria-label="Help and keys"
                    onClick={() => setDialog("help")}
                    {...commandProps("help")}
                  >
                    ?
                  </Button>
                </header>
                <LinkProblems problems={problems} onClose={dismissProblems} />
                <NewVersion />
                <main className={clsx("fill", styles.view)} id="main" ref={main} tabIndex={-1}>
                  <ErrorBoundary key={link.view}>
                    {link.view === "integers" && <IntegersView bytes={link.bytes} prefix={link.prefix} />}
                    {link.view === "benchmark" && <BenchmarkView bench={bench} />}
                    {link.view === "inspect" && (
                      <LiveContext value={live}>
                        <InspectView />
                      </LiveContext>
                    )}
                    {link.view === "explain" && <ExplainView link={link} carried={carried} />}
                    {link.view === "encode" && <EncodeView tab={link.tab} />}
                    {link.view === "learn" && (
                      <LearnView place={link.learn} example={link.example} row={link.row} onStep={keepStep}>
                        {presenter}
                      </LearnView>
                    )}
                    {link.view !== "learn" && presenter}
                    {dialog === "help" && <HelpDialog onClose={close} />}
                    {dialog === "palette" && (
                      <Palette
                        find={() =>
                          commandsFor(app).filter((command) => command.id !== "palette" && isAvailable(command))
                        }
                        onRun={(command) => runCommand(command, app, document.activeElement)}
                        onClose={close}
                      />
                    )}
                    {dialog === "compare" && <CompareDialog onClose={close} />}
                    {dialog === "share" && <ShareDialog view={link.view} tab={link.tab} onClose={close} />}
                  </ErrorBoundary>
                </main>
                {dropping && <div className={styles.dropping}>Drop to decode</div>}
                <Tips />
              </div>
            )}
          </WhatIfContext>
        </ComposerContext>
      </PageInspectorContext>
    </NavigateContext>
  );
}

function LinkProblems({ problems, onClose }: { problems: string[]; onClose: () => void }) {
  if (problems.length === 0) return null;
  return (
    <Bar role="alert">
      <p>
        <strong>Part of this link couldn’t be read.</strong> {problems.join(" ")}
      </p>
      <Button onClick={onClose}>OK</Button>
    </Bar>
  );
}
