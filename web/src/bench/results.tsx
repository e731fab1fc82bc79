/** What was found out, after whether it can be trusted: in words, as a plot, as a table; and to take away. */
import { clsx } from "clsx";
import { useState } from "react";
import type { BenchmarkChoice, BenchmarkEngine, BenchmarkResults, BenchmarkTrust } from "../engine/types";
import { NO_LINK } from "../session/link";
import { printWords } from "../session/link-codec";
import { CopyButton } from "../ui/copy";
import { download } from "../ui/download";
import { useBenchmark } from "./benchmark";
import styles from "./benchmark.module.css";
import { Claims } from "./claims";
import { conditionsOf, thisMachine } from "./conditions";
import { Crossing } from "./crossing";
import { Plot } from "./plot";
import { ResultsTable } from "./results-table";
import { markdown, mismatchText, overall, sentenceOf } from "./words";

export function Results({
  choice,
  results,
  whole,
}: {
  choice: BenchmarkChoice;
  results: BenchmarkResults;
  whole: boolean;
}) {
  const stages = useBenchmark((state) => state.stages);
  const running = useBenchmark((state) => state.progress !== null);
  const [scale, setScale] = useState<"ratio" | "time">("ratio");
  const titles = stages.find(({ id }) => id === choice.stage)?.engines ?? [];
  const conditions = conditionsOf(results, thisMachine());
  const wrong = results.results.filter(({ mismatch }) => mismatch !== null);
  const summary = overall(results.results, titles);
  const compared = results.results.filter(({ engine, baseline, mismatch }) => engine !== baseline || mismatch !== null);

  function link(): string {
    const words = printWords({ ...NO_LINK, view: "benchmark", choice });
    return `${location.href.replace(/#.*/, "")}#${words}`;
  }

  return (
    <>
      <header className={styles.resultsHead}>
        <h2>{running ? "So far" : whole ? "Result" : "Result so far, cancelled"}</h2>
        <div className={styles.resultsActions}>
          <CopyButton text={() => markdown(results, titles, conditions)}>Copy as Markdown</CopyButton>
          <button type="button" className="button" onClick={() => save(choice, results, conditions.sentences, titles)}>
            Download samples
          </button>
          <CopyButton text={link}>Copy link</CopyButton>
        </div>
      </header>
      {!running && <TrustNote trust={results.trust} words={conditions.trust} />}
      {wrong.map((result) => (
        <p key={`${result.workload} ${result.engine}`} className="refusal" role="alert">
          <span>
            <strong>{sentenceOf(result, titles)}</strong> {mismatchText(result)}
          </span>
        </p>
      ))}
      {summary !== null && <p className={styles.resultsSummary}>{summary}</p>}
      <Claims claims={results.claims} />
      <Crossing results={results.results} />
      <div className={styles.resultsScale} role="group" aria-label="Scale of the plot">
        <button type="button" className="button" aria-pressed={scale === "ratio"} onClick={() => setScale("ratio")}>
          Ratio to the baseline
        </button>
        <button type="button" className="button" aria-pressed={scale === "time"} onClick={() => setScale("time")}>
          Time
        </button>
      </div>
      <Plot results={results.results} titles={titles} scale={scale} />
      <ResultsTable results={results.results} titles={titles} />
      <details className={styles.resultsWords}>
        <summary>In words</summary>
        <ul>
          {compared.map((result) => (
            <li key={`${result.workload} ${result.engine}`}>{sentenceOf(result, titles)}</li>
          ))}
        </ul>
      </details>
      <footer className={clsx("dim", styles.resultsConditions)}>
        <p>{conditions.sentences.join(" ")}</p>
      </footer>
    </>
  );
}

const TRUSTED: Record<BenchmarkTrust["level"], string> = {
  quiet: "Quiet enough to trust.",
  restless: "Noisy, but trustworthy.",
  unsure: "Too noisy for small differences.",
};

/** Whether the machine was quiet enough: a reader wants to know it before any figure. */
function TrustNote({ trust, words }: { trust: BenchmarkTrust | null; words: string | null }) {
  if (trust === null) return null;
  return (
    <p className={styles.resultsTrust} data-level={trust.level}>
      <strong>{TRUSTED[trust.level]}</strong> {words}
    </p>
  );
}

/** Everything, each round's time included, as a file. */
function save(
  choice: BenchmarkChoice,
  results: BenchmarkResults,
  conditions: string[],
  engines: BenchmarkEngine[],
): void {
  const content = { schema: "hpack-inspector-bench/1", machine: conditions.join(" "), choice, engines, ...results };
  download(`hpack-inspector-${choice.stage}.json`, "application/json", JSON.stringify(content, null, 1));
}
