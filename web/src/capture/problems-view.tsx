/** What could not be read, or is worth knowing: each with its place and a link to what it is about. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useRef } from "react";
import type { Problem } from "../engine/types";
import { useInspector, useRead } from "../inspect/inspector";
import { Empty } from "../ui/pane";
import { Section, sentence } from "../ui/section";
import styles from "./problems-view.module.css";

const ROW_HEIGHT = 40;

/** Problems fetched around what is in view. */
const WINDOW = 200;

export function ProblemsView({ total, onShown }: { total: number; onShown: () => void }) {
  if (total === 0) return <Empty>No problems found</Empty>;
  return <ProblemList total={total} onShown={onShown} />;
}

function ProblemList({ total, onShown }: { total: number; onShown: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const page = Math.floor((items[0]?.index ?? 0) / WINDOW);
  const around = useRead(
    async (reader) => {
      const from = Math.max(page - 1, 0) * WINDOW;
      return { from, list: await reader.core.problems(from, (page + 2) * WINDOW) };
    },
    [page],
  );
  return (
    <div ref={list} className={clsx("scroll", styles.problemList)} role="list" aria-label="Problems" tabIndex={0}>
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {items.map((item) => (
          <div
            key={item.index}
            ref={virtual.measureElement}
            data-index={item.index}
            role="listitem"
            aria-posinset={item.index + 1}
            aria-setsize={total}
            className={styles.problem}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <ProblemLine problem={around?.list[item.index - around.from] ?? null} onShown={onShown} />
          </div>
        ))}
      </div>
    </div>
  );
}

function ProblemLine({ problem, onShown }: { problem: Problem | null; onShown: () => void }) {
  const inspector = useInspector();
  if (problem === null) return null;
  const packet = Number(/^packet (\d+)$/.exec(problem.where)?.[1] ?? Number.NaN);
  const leads = problem.connection !== null || packet > 0;

  async function show(of: Problem) {
    const place =
      of.connection === null
        ? await inspector.store.get().reader.core.frameOfPacket(packet)
        : { connection: of.connection, frame: of.frame };
    if (place === null) return;
    await inspector.selectConnection(place.connection);
    if (place.frame !== null) await inspector.showFrame(place.frame);
    onShown();
  }

  return (
    <>
      {leads ? (
        <button
          type="button"
          className={clsx("link mono", styles.problemPlace)}
          title="Go to the frame there, or the next one"
          onClick={() => show(problem)}
        >
          {problem.where}
        </button>
      ) : (
        <span className={clsx("mono", styles.problemPlace)}>{problem.where}</span>
      )}
      <span>
        {sentence(problem.message)} {problem.section !== null && <Section section={problem.section} />}
      </span>
    </>
  );
}
