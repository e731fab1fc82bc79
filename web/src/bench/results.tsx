/** The results: whether to trust them, then in words, as a plot and as a table; and ways to export them. */
import { clsx } from "clsx";
import { useState } from "react";
import type { BenchmarkChoice, BenchmarkEngine, BenchmarkResults, BenchmarkTrust } from "../engine/types";
import { NO_LINK } from "../session/link";
import { printWords } from "../session/link-codec";
import { Box } from "../ui/box";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { CopyButton } from "../ui/copy";
import { download } from "../ui/download";
import { Row } from "../ui/layout";
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
      <Row as="header" className={styles.resultsHead}>
        <h2>{running ? "So far" : whole ? "Result" : "Result so far, canceled"}</h2>
        <Row>
          <CopyButton text={() => markdown(results, titles, conditions)}>Copy as Markdown</CopyButton>
          <Button onClick={() => save(choice, results, conditions.sentences, titles)}>Download samples</Button>
          <CopyButton text={link}>Copy link</CopyButton>
        </Row>
      </Row>
      {!running && <TrustNote trust={results.trust} words={conditions.trust} />}
      {wrong.map((result) => (
        <Box as="p" tone="error" key={`${result.workload} ${result.engine}`} role="alert">
          <span>
            <strong>{sentenceOf(result, titles)}</strong> {mismatchText(result)}
          </span>
        </Box>
      ))}
      {summary !== null && <p className={styles.resultsSummary}>{summary}</p>}
      <Claims claims={results.claims} />
      <Crossing results={results.results} />
      <Choice label="Scale of the plot" options={SCALES} value={scale} onChange={setScale} />
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

const SCALES = [
  ["ratio", "Ratio to the baseline"],
  ["time", "Time"],
] as const;

const TRUSTED: Record<BenchmarkTrust["level"], string> = {
  quiet: "Quiet enough to trust.",
  restless: "Noisy, but trustworthy.",
  unsure: "Too noisy for small differences.",
};

/** Before any figure: whether the machine was quiet enough. */
function TrustNote({ trust, words }: { trust: BenchmarkTrust | null; words: string | null }) {
  if (trust === null) return null;
  return (
    <p className={styles.judged} data-level={trust.level}>
      <strong>{TRUSTED[trust.level]}</strong> {words}
    </p>
  );
}

/** Saves everything, with the time of each round, as a file. */
function save(
  choice: BenchmarkChoice,
  results: BenchmarkResults,
  conditions: string[],
  engines: BenchmarkEngine[],
): void {
  const content = { schema: "hpack-inspector-bench/1", machine: conditions.join(" "), choice, engines, ...results };
  download(`hpack-inspector-${choice.stage}.json`, "application/json", JSON.stringify(content, null, 1));
}
