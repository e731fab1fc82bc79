/** The page inside another page: some panes about what is open, and a way to the whole page. */
import { clsx } from "clsx";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { PANES, type PaneName } from "../address/link";
import { FieldsPane } from "../panes/fields-pane";
import { NotDecoded } from "../panes/not-decoded";
import { StepAnnouncer } from "../panes/step-announcer";
import { StepPane } from "../panes/step-pane";
import { Stepper } from "../panes/stepper";
import { TablePane } from "../panes/table-pane";
import { useMeasuringAtRest } from "../panes/use-measuring-at-rest";
import { useSession } from "../session/inspector";
import { hasBlocks, isRefused } from "../session/session";
import { ButtonLink } from "../ui/button";
import styles from "./embed.module.css";
import { tellHost } from "./messages";

/** A frame that is higher is more of the other page than it wants to give, px. */
const HIGHEST = 720;

const PARTS: Record<Exclude<PaneName, "bytes">, ReactNode> = {
  fields: <FieldsPane />,
  step: <StepPane />,
  table: <TablePane stepper={false} />,
};

/** `panes`: null for all. `children` stand above them. */
export function EmbedView({ panes, children }: { panes: PaneName[] | null; children: ReactNode }) {
  useMeasuringAtRest(useIsUsed());
  const rows = useSession((session) => (hasBlocks(session) ? session.opened.rows : null));
  // A list of both: published links name either.
  const shown = new Set((panes ?? PANES).map((pane) => (pane === "bytes" ? "fields" : pane)));
  const refused = useSession(isRefused);
  const opening = useSession((session) => session.opening);
  return (
    <div className={clsx("column", styles.embed)}>
      <StepAnnouncer />
      {children}
      <Panes key={opening}>
        {refused ? <NotDecoded /> : [...shown].map((pane) => <Fragment key={pane}>{PARTS[pane]}</Fragment>)}
      </Panes>
      <div className={styles.foot}>
        {rows !== null && <Stepper rows={rows} />}
        <ButtonLink href={wholePage()} target="_blank" rel="noopener">
          HPACK Inspector ↗
        </ButtonLink>
      </div>
    </div>
  );
}

/** False until a pointer or key is in the frame: several frames of a page would disturb each other's measuring. */
function useIsUsed(): boolean {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    const until = new AbortController();
    const use = () => setUsed(true);
    for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, use, { signal: until.signal });
    return () => until.abort();
  }, []);
  return isUsed;
}

/** Tells the page around this one which height shows all of it without scrolling. */
function Panes({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const panes = place.current;
    if (panes === null) return;
    const tell = () => {
      const hidden = Array.from(panes.querySelectorAll("*"), (part) =>
        getComputedStyle(part).overflowY === "auto" ? part.scrollHeight - part.clientHeight : 0,
      );
      const height = document.documentElement.clientHeight + Math.max(0, ...hidden);
      tellHost("height", { height: Math.min(HIGHEST, Math.ceil(height)) });
    };
    // When rows have been drawn.
    const drawn = new MutationObserver(tell);
    drawn.observe(panes, { childList: true, subtree: true });
    tell();
    return () => drawn.disconnect();
  }, []);
  return (
    <div className={clsx("fill", styles.panes)} ref={place}>
      {children}
    </div>
  );
}

/** The same request in a page of its own. */
function wholePage(): string {
  const words = new URLSearchParams(location.hash.slice(1));
  words.delete("panes");
  return `#${words}`;
}
