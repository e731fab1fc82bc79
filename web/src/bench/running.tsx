/** Progress of the run, a way to cancel it, and the announcement of its end. */

import { Button } from "../ui/button";
import { Row } from "../ui/layout";
import { useBench, useBenchmark } from "./benchmark";
import styles from "./benchmark.module.css";
import { overall } from "./words";

export function Running() {
  const bench = useBench();
  const progress = useBenchmark((state) => state.progress);
  const part = progress === null || progress === "loading" ? 0 : progress.part;
  const now =
    progress === null
      ? ""
      : progress === "loading" || progress.workload === null
        ? "Preparing…"
        : `Measuring ${progress.workload} (${progress.finished + 1} of ${progress.workloads})`;
  const finished = useFinished();
  return (
    <>
      {progress !== null && (
        <Row gap="wide" small>
          <progress className={styles.benchmarkProgress} aria-label="Progress of the benchmark" max={1} value={part} />
          <span className="dim">{now}</span>
          <Button onClick={() => bench.cancel()}>Cancel</Button>
        </Row>
      )}
      <p className="sr-only" role="status">
        {progress === null ? finished : now}
      </p>
    </>
  );
}

/** Announced at the end of a run: whether to trust it, and its finding. */
function useFinished(): string {
  const measured = useBenchmark((state) => state.measured);
  const stages = useBenchmark((state) => state.stages);
  if (measured === null) return "";
  const { choice, results, whole } = measured;
  const titles = stages.find(({ id }) => id === choice.stage)?.engines ?? [];
  return [whole ? "Finished." : "Canceled.", results.trust?.sentence, overall(results.results, titles)]
    .filter((sentence) => sentence != null)
    .join(" ");
}
