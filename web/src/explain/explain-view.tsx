/** A block on one page, to read from top to bottom: every byte, the rule that it follows, and the table around it. */
import { clsx } from "clsx";
import { useLayoutEffect, useRef } from "react";
import type { Link } from "../address/link";
import type { UserContent } from "../address/session-link";
import { NoBlock, NotDecoded } from "../panes/not-decoded";
import { useInspector, useReader, useSelectedBlock, useSession } from "../session/inspector";
import { START, sameSelection } from "../session/selection";
import { hasBlocks, isRefused } from "../session/session";
import { BlockPage } from "./block-page";
import styles from "./explain.module.css";
import { useExplained } from "./explained";

/** `carried`: what links may carry of the user's own. */
export function ExplainView({ link, carried }: { link: Link; carried: UserContent | null }) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNotDecoded = useSession(isRefused);
  const block = useSelectedBlock();
  const explained = useExplained(block);
  useBeginning(link);
  useLayoutEffect(() => scroller.current?.focus({ preventScroll: true }), []);
  return (
    <div className={clsx("scroll", styles.explain)} data-document="" ref={scroller} tabIndex={-1}>
      {explained.page === null ? (
        <>
          <h1 className="sr-only">Explain</h1>
          {isNotDecoded ? <NotDecoded /> : <NoBlock />}
        </>
      ) : (
        <BlockPage page={explained.page} more={explained.more} carried={carried} scroller={scroller} />
      )}
    </div>
  );
}

/** Unless a link names a step, the page opens at the beginning of the block; Inspect then has its own step again. */
function useBeginning({ row, error, block }: Link): void {
  const inspector = useInspector();
  const { session } = useReader();
  const isNamed = (row ?? error ?? block) !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another session
  useLayoutEffect(() => {
    const { selection: before, reader } = inspector.store.get();
    if (isNamed || !hasBlocks(inspector.store.get())) return;
    const top = { ...START, block: before.block };
    inspector.select(top);
    return () => {
      const now = inspector.store.get();
      if (now.reader === reader && sameSelection(now.selection, top)) inspector.select(before);
    };
  }, [inspector, session, isNamed]);
}
