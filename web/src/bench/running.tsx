/** How far the run is, and how to end it. */
import { useBench, useBenchmark } from "./benchmark";

export function Running() {
  const bench = useBench();
  const progress = useBenchmark((state) => state.progress);
  const part = progress === null || progress === "loading" ? 0 : progress.part;
  const now =
    progress === null
      ? ""
      : progress === "loading" || progress.workload === null
        ? "Getting everything ready…"
        : `Measuring ${progress.workload} (${progress.finished + 1} of ${progress.workloads})`;
  return (
    <>
      {progress !== null && (
        <div className="benchmark-running">
          <progress className="benchmark-progress" aria-label="Progress of the benchmark" max={1} value={part} />
          <span className="dim">{now}</span>
          <button type="button" className="button" onClick={() => bench.cancel()}>
            Cancel
          </button>
        </div>
      )}
      <p className="sr-only" role="status">
        {now}
      </p>
    </>
  );
}
