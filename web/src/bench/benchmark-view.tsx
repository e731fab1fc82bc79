/** Compares engines on the same work, measured on this machine. */
import { clsx } from "clsx";
import { use, useEffect } from "react";
import { Box } from "../ui/box";
import type { Lazy } from "../ui/lazy";
import { ViewTitle } from "../ui/title";
import { type Bench, BenchContext, useBench, useBenchmark, useChoice } from "./benchmark";
import styles from "./benchmark.module.css";
import { QuestionForm } from "./question-form";
import { answerTo, Recorded, Results } from "./results";

export function BenchmarkView({ bench }: { bench: Lazy<Bench> }) {
  return (
    <BenchContext value={use(bench.get())}>
      <Benchmark />
    </BenchContext>
  );
}

function Benchmark() {
  const bench = useBench();
  const problems = useBenchmark((state) => state.problems);
  const measured = useBenchmark((state) => state.measured);
  const running = useBenchmark((state) => state.progress !== null);
  const choice = useChoice();
  useEffect(() => {
    bench.load();
  }, [bench]);

  return (
    <div className={clsx("scroll", styles.benchmark)}>
      <ViewTitle parts={["Benchmark"]} />
      <QuestionForm />
      <section className={styles.results} data-document="" aria-label="Results" tabIndex={0}>
        {problems.length > 0 && (
          <div role="alert">
            <Box as="ul" tone="error">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </Box>
          </div>
        )}
        {measured !== null && measured.results.results.length > 0 ? (
          <Results {...measured} />
        ) : (
          !running && <Recorded choice={choice} />
        )}
        <Said />
        <Method open={measured === null} />
      </section>
    </div>
  );
}

/** What screen readers hear: that it runs, and at its end what it found. */
function Said() {
  const running = useBenchmark((state) => state.progress !== null);
  const measured = useBenchmark((state) => state.measured);
  const found = (now: NonNullable<typeof measured>) =>
    [now.whole ? "Finished." : "Stopped.", answerTo(now), now.results.trust?.sentence].filter((one) => one != null);
  return (
    <p className="sr-only" role="status">
      {running ? "Measuring" : measured === null ? "" : found(measured).join(" ")}
    </p>
  );
}

function Method({ open }: { open: boolean }) {
  return (
    <details className={clsx("small", styles.prose)} open={open}>
      <summary>How it measures</summary>
      <p>
        Every engine first does the work once, and its output is compared with the reference: an engine that is wrong is
        shown with the difference and not timed.
      </p>
      <p>
        Then each engine is warmed up until the browser has optimized it and it gets no faster. In every round each
        engine runs one batch, far longer than a tick of the clock, in random order, so that whatever else the machine
        does affects all of them alike. The inputs take turns, seven rounds at a time, and each time the data moves in
        memory, because placement can matter more than the engine.
      </p>
      <p>
        Times and ratios are medians with 99.9% intervals. The baseline also races against itself, and no interval is
        narrower than what seems to be between them. The first answer is there within seconds, and more rounds refine it
        until every ratio is known to within 2.5%, or a limit is reached.
      </p>
    </details>
  );
}
