/** Compares engines on the same work, measured on this machine. */
import { clsx } from "clsx";
import { use, useEffect, useRef } from "react";
import type { Later } from "../session/later";
import { Box } from "../ui/box";
import { Empty } from "../ui/pane";
import { ViewTitle } from "../ui/title";
import { type Bench, BenchContext, useBench, useBenchmark } from "./benchmark";
import styles from "./benchmark.module.css";
import { ChoiceForm } from "./choice-form";
import { Results } from "./results";
import { Running } from "./running";

export function BenchmarkView({ bench }: { bench: Later<Bench> }) {
  return (
    <BenchContext value={use(bench.get())}>
      <Benchmark />
    </BenchContext>
  );
}

function Benchmark() {
  const bench = useBench();
  const choice = useBenchmark((state) => state.choice);
  const problems = useBenchmark((state) => state.problems);
  const measured = useBenchmark((state) => state.measured);
  const running = useBenchmark((state) => state.progress !== null);
  useEffect(() => {
    if (choice === null) bench.load();
  }, [bench, choice]);
  // In a narrow window the results are below the choice.
  const results = useRef<HTMLElement>(null);
  useEffect(() => {
    if (running) results.current?.scrollIntoView({ block: "start" });
  }, [running]);

  return (
    <div className={styles.benchmark}>
      <ViewTitle parts={["Benchmark"]} />
      <section className={clsx("scroll", styles.benchmarkChoice)} aria-label="What to measure">
        {choice !== null ? (
          <ChoiceForm choice={choice} />
        ) : (
          problems.length === 0 && <Empty>Loading the engines…</Empty>
        )}
      </section>
      <section
        ref={results}
        className={clsx("scroll", styles.benchmarkResults)}
        data-document=""
        aria-label="Results"
        tabIndex={0}
      >
        <Running />
        {problems.length > 0 && (
          <div role="alert">
            <Box as="ul" tone="error" className={styles.benchmarkProblems}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </Box>
          </div>
        )}
        {measured !== null && measured.results.results.length > 0 ? (
          <Results {...measured} />
        ) : (
          !running && <Beginning />
        )}
      </section>
    </div>
  );
}

function Beginning() {
  return (
    <div className={clsx("dim", styles.benchmarkBeginning)}>
      <h2>How it measures</h2>
      <p>
        Every engine first does the work once, and its output is compared with the reference: an engine that is wrong is
        shown with the difference and not timed.
      </p>
      <p>
        Then each engine is warmed up until the browser has optimized it and it gets no faster. In every round each
        engine runs one batch, far longer than a tick of the clock, in random order, so that whatever else the machine
        does affects all of them alike.
      </p>
      <p>
        Times are medians with 99.9% intervals, and ratios come from pairs of the same round. Rounds are added until
        every ratio is known to within 2.5%, or a limit is reached; the result says first which of the two it was. Where
        the interval of a ratio includes 1, the answer is “no detectable difference”.
      </p>
    </div>
  );
}
