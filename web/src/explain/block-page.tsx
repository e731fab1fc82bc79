/** The article about a block: its bytes, the table before it, its steps, the table after it. */
import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from "react";
import type { UserContent } from "../address/session-link";
import type { Block, ExplainedStep } from "../engine/windows";
import { useInspector, useSession } from "../session/inspector";
import { type Selection, START, sameSelection } from "../session/selection";
import { Button } from "../ui/button";
import { useCommandHandler } from "../ui/command-handlers";
import { count } from "../ui/figures";
import { Row, Stack } from "../ui/layout";
import { isPlainClick } from "../ui/plain-click";
import { useTitle } from "../ui/title";
import { BlockHead, Whole } from "./block-head";
import { blockTitle } from "./block-title";
import styles from "./explain.module.css";
import { CHUNK, type Explained, stepNumber } from "./explained";
import { StepSection } from "./step-section";
import { TableState } from "./table-state";
import { usePermalinks } from "./use-permalinks";

/** With more steps than this, those out of view are laid out only when they come near. */
const LAID_OUT = 40;

type PageProps = {
  page: Explained;
  more: (change: { from?: number; to?: number }) => void;
  carried: UserContent | null;
  scroller: RefObject<HTMLDivElement | null>;
};

export function BlockPage({ page, more, carried, scroller }: PageProps) {
  const { block, blocks, content, from, steps } = page;
  const inspector = useInspector();
  const example = useSession((session) => session.example);
  const input = useSession((session) => session.input);
  const title = blockTitle({ example, input }, block, blocks);
  const part = `Block ${count(block.block + 1)} of ${count(blocks)}`;
  const total = block.rows + (block.error ? 1 : 0);
  const to = from + steps.length;
  const address = usePermalinks(carried);
  const article = useRef<HTMLElement>(null);
  useTitle("Explain", title, part);
  useStepInView(page, scroller);
  const goTo = (to: number) => inspector.select({ ...START, block: Math.max(Math.min(to, blocks - 1), 0) });
  // To the beginning of its page, where Inspect goes to its first step.
  useCommandHandler("previous-block", () => goTo(block.block - 1));
  useCommandHandler("next-block", () => goTo(block.block + 1));

  /** The place, the element and the address of a step. */
  function linkTo({ field }: ExplainedStep) {
    const place = { block: block.block, row: field?.row ?? null, error: field === null, byte: null };
    const id = field === null ? "error" : `step-${field.row + 1}`;
    const onFollow = (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      if (place.row === null) inspector.select(place);
      else inspector.follow(place.row);
      bringToTop(document.getElementById(id));
    };
    return { id, href: `#${address.of(place)}`, onFollow };
  }

  return (
    <article className={styles.article} data-prints="" data-long={total > LAID_OUT || undefined} ref={article}>
      <BlockHead block={block} title={title} part={part} article={article} hasInput={address.hasInput}>
        <Pager number={block.block} blocks={blocks} goTo={goTo} />
      </BlockHead>
      <Whole page={page} linkTo={linkTo} />
      <Stack as="section" gap="wide" className={styles.moment} aria-labelledby="table-before">
        <h2 id="table-before">The table before this block</h2>
        {page.before !== null && <TableState view={page.before} label="Table before this block" />}
      </Stack>
      {from > 0 && <Button onClick={() => more({ from: from - CHUNK })}>Show {CHUNK} earlier steps</Button>}
      {steps.map((step, nth) => (
        <StepSection
          key={step.field?.row ?? "error"}
          step={step}
          error={step.field === null ? (content.detail?.error ?? null) : null}
          nth={from + nth}
          total={total}
          bytes={content.bytes}
          {...linkTo(step)}
        />
      ))}
      {to < total && (
        <Button onClick={() => more({ to: from + Math.ceil((to - from) / CHUNK) * CHUNK + CHUNK })}>
          Show {count(Math.min(CHUNK, total - to))} more of {count(total)} steps
        </Button>
      )}
      <Stack as="section" gap="wide" className={styles.moment} aria-labelledby="table-after">
        <h2 id="table-after">{block.error ? "The table at the error" : "The table after this block"}</h2>
        {page.after !== null && <TableState view={page.after} label="Table after this block" />}
        <p className={styles.lead}>{wayOn(block, blocks)}</p>
        <Pager number={block.block} blocks={blocks} goTo={goTo} />
      </Stack>
    </article>
  );
}

/** Frames in which the steps around one that is scrolled to are laid out. */
const SETTLING = 5;

/** Scrolls to a step, and again as long as those above it take their heights. */
function bringToTop(step: HTMLElement | null, frames = SETTLING): void {
  step?.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => bringToTop(step, frames - 1));
}

/** Scrolls to a step that is selected, or to the beginning. */
function useStepInView({ block, steps }: Explained, scroller: RefObject<HTMLDivElement | null>): void {
  const selection = useSession((session) => session.selection);
  const shown = useRef<Selection>(START);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step can be scrolled to once it is drawn
  useLayoutEffect(() => {
    const before = shown.current;
    const isDrawn = block.block === selection.block;
    if (!isDrawn || sameSelection(before, selection)) return;
    const nth = stepNumber(selection, block);
    const id = selection.error ? "error" : `step-${(selection.row ?? 0) + 1}`;
    const place = nth === null ? null : document.getElementById(id);
    if (nth !== null && place === null) return;
    shown.current = selection;
    if (place === null) scroller.current?.scrollTo({ top: 0 });
    else bringToTop(place);
  }, [selection, block, steps, scroller]);
}

/** What the table after a block is for. */
function wayOn({ block, error }: Block, blocks: number): string {
  if (error) {
    return "A decoder stops here: it can no longer know what its peer’s table holds, so the whole connection ends (COMPRESSION_ERROR).";
  }
  return block + 1 < blocks
    ? "The next block in this direction begins with this table. Indexes from 62 on name its entries, the newest first."
    : "This is the last block. A further one in this direction would begin with this table.";
}

/** Leads to the blocks before and after. */
function Pager({ number, blocks, goTo }: { number: number; blocks: number; goTo: (block: number) => void }) {
  return (
    <Row data-unsaved="">
      {number > 0 && <Button onClick={() => goTo(number - 1)}>← Block {count(number)}</Button>}
      {number + 1 < blocks && <Button onClick={() => goTo(number + 1)}>Block {count(number + 2)} →</Button>}
    </Row>
  );
}
