/** Problems and notes, each with its place and a link to what it is about. */

import { clsx } from "clsx";
import type { Problem } from "../engine/types";
import { useCachedOrLast, useInspector } from "../session/inspector";
import { Button } from "../ui/button";
import { Empty } from "../ui/pane";
import { evenRows } from "../ui/row-heights";
import { ListOption, RowList } from "../ui/row-list";
import { Section, sentence } from "../ui/section";
import { tip } from "../ui/tip";
import { useMeasuredRows } from "../ui/use-measured-rows";
import { useRows } from "../ui/use-rows";
import styles from "./problems-view.module.css";

const ROW_HEIGHT = 40;

/** Number of problems fetched around the visible ones. */
const WINDOW = 200;

export function ProblemsView({ total }: { total: number }) {
  if (total === 0) return <Empty>No problems found</Empty>;
  return <ProblemList total={total} />;
}

function ProblemList({ total }: { total: number }) {
  const [heights, measure] = useMeasuredRows(evenRows(total, ROW_HEIGHT));
  const rows = useRows(heights, { overscan: 8 });
  const page = Math.floor((rows.items[0]?.index ?? 0) / WINDOW);
  const around = useCachedOrLast((known) => {
    const from = Math.max(page - 1, 0) * WINDOW;
    return { from, list: known.problems(from, (page + 2) * WINDOW) };
  });
  return (
    <RowList rows={rows} className={clsx("small", styles.problemList)} role="list" aria-label="Problems">
      {({ index, start }) => (
        <ListOption
          key={index}
          ref={measure}
          data-index={index}
          role="listitem"
          place={index}
          total={total}
          top={start}
          className={styles.problem}
        >
          <ProblemLine problem={around?.list[index - around.from] ?? null} />
        </ListOption>
      )}
    </RowList>
  );
}

function ProblemLine({ problem }: { problem: Problem | null }) {
  const inspector = useInspector();
  if (problem === null) return null;
  const packet = Number(/^packet (\d+)$/.exec(problem.where)?.[1] ?? Number.NaN);
  const leads = problem.connection !== null || packet > 0;

  async function show(of: Problem) {
    const place =
      of.connection === null
        ? await inspector.store.get().reader.get((known) => known.frameOfPacket(packet))
        : { connection: of.connection, frame: of.frame };
    if (place === null) return;
    await inspector.selectConnection(place.connection);
    if (place.frame !== null) await inspector.showFrame(place.frame);
    inspector.showTab("frames");
  }

  return (
    <>
      {leads ? (
        <Button
          look="link"
          className="mono"
          {...tip("Go to the frame there, or the next one")}
          onClick={() => show(problem)}
        >
          {problem.where}
        </Button>
      ) : (
        <span className="mono dim">{problem.where}</span>
      )}
      <span>
        {sentence(problem.message)} {problem.section !== null && <Section section={problem.section} />}
      </span>
    </>
  );
}
