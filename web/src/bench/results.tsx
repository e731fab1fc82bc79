/** What was found out: the answer, whether it can be trusted, a row an engine; then the details, and all to take away. */
import recorded from "virtual:recorded";
import { askedOf } from "../address/benchmark-choice";
import { NO_LINK } from "../address/link";
import { printWords } from "../address/link-codec";
import type { BenchmarkChoice, BenchmarkEngine, BenchmarkResults, BenchmarkTrust } from "../engine/types";
import { Box } from "../ui/box";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy";
import { download } from "../ui/download";
import { Note, Row } from "../ui/layout";
import { useBenchmark } from "./benchmark";
import styles from "./benchmark.module.css";
import { Claims } from "./claims";
import { conditionsOf, thisMachine } from "./conditions";
import { Crossing } from "./crossing";
import { Plot } from "./plot";
import { STAGES } from "./questions";
import { ResultsTable } from "./results-table";
import { markdown, mismatchText, type Summary, summaryOf, type Titles, verdict } from "./words";

export type Measured = { choice: BenchmarkChoice; results: BenchmarkResults; whole: boolean };

function enginesOf(choice: BenchmarkChoice): BenchmarkEngine[] {
  return STAGES.find(({ id }) => id === choice.stage)?.engines ?? [];
}

function summaryTo({ choice, results }: Pick<Measured, "choice" | "results">): Summary | null {
  const asked = askedOf(choice);
  return asked === null ? null : summaryOf(results.results, asked, enginesOf(choice));
}

/** The answer to the question that was asked, as far as it is known; null until then. */
export function answerTo(measured: Pick<Measured, "choice" | "results">): string | null {
  return summaryTo(measured)?.sentence ?? null;
}

/** The answer that docs/benchmark.md has to the question of this choice, with its machine; nothing if it has none. */
export function Recorded({ choice }: { choice: BenchmarkChoice }) {
  const asked = askedOf(choice);
  const { on, results, firstUses } = recorded;
  const [first] = results;
  if (first === undefined || asked !== first.engine || choice.baseline !== first.baseline) return null;
  const titles = enginesOf(choice);
  return (
    <>
      <h2 className="heading">Recorded result, from another machine</h2>
      <p className={styles.answer}>{summaryOf(results, asked, titles).sentence}</p>
      <Plot
        results={results}
        titles={titles}
        firstUses={new Map(titles.map(({ id, title }) => [id, firstUses[title] ?? 0]))}
      />
      <Note className={styles.prose}>
        Measured with this page on: {on} (docs/benchmark.md). Press Compare to measure here.
      </Note>
    </>
  );
}

export function Results(measured: Measured) {
  const { choice, results, whole } = measured;
  const running = useBenchmark((state) => state.progress !== null);
  const measuredUses = useBenchmark((state) => state.firstUses);
  const firstUses: ReadonlyMap<string, number> = choice.stage === "huffman" ? measuredUses : new Map();
  const titles: Titles = enginesOf(choice);
  const conditions = conditionsOf(results, thisMachine());
  // Noise matters where it could change the answer.
  const answer = summaryTo(measured)?.answer;
  const isClear = results.trust?.level === "unsure" && (answer === "faster" || answer === "slower");
  const wrong = results.results.filter(({ mismatch }) => mismatch !== null);

  function link(): string {
    const words = printWords({ ...NO_LINK, view: "benchmark", choice });
    return `${location.href.replace(/#.*/, "")}#${words}`;
  }

  return (
    <>
      <h2 className="heading">{running ? "So far" : whole ? "Result" : "Result so far, stopped"}</h2>
      <p className={styles.answer}>{answerTo(measured) ?? (running ? "Measuring…" : "Too few rounds to tell.")}</p>
      {results.trust !== null && (
        <p className={styles.judged} data-level={running ? "measuring" : isClear ? "restless" : results.trust.level}>
          {running ? (
            "More rounds are being measured."
          ) : (
            <>
              <strong>{isClear ? "Noisy, but the answer is clear." : TRUSTED[results.trust.level]}</strong>{" "}
              {isClear ? results.trust.sentence : conditions.trust}
            </>
          )}
        </p>
      )}
      {wrong.map((result) => (
        <Box as="p" tone="error" key={`${result.workload} ${result.engine}`} role="alert">
          <span>
            <strong>
              {titles.find(({ id }) => id === result.engine)?.title} on {result.title}: {verdict(result)}.
            </strong>{" "}
            {mismatchText(result)}
          </span>
        </Box>
      ))}
      <Plot results={results.results} titles={titles} firstUses={firstUses} />
      <Claims claims={results.claims} />
      <Crossing results={results.results} />
      <details>
        <summary>Figures</summary>
        <ResultsTable results={results.results} titles={titles} />
      </details>
      <Row>
        <CopyButton text={() => markdown(results, titles, conditions, firstUses)}>Copy as Markdown</CopyButton>
        <Button onClick={() => save(measured, conditions.sentences)}>Download samples</Button>
        <CopyButton text={link}>Copy link</CopyButton>
      </Row>
      <Note className={styles.prose}>{conditions.sentences.join(" ")}</Note>
    </>
  );
}

/** Whether the machine was quiet enough. */
const TRUSTED: Record<BenchmarkTrust["level"], string> = {
  quiet: "Quiet enough to trust.",
  restless: "Noisy, but trustworthy.",
  unsure: "Too noisy for small differences.",
};

/** Everything, each round's time included, as a file. */
function save({ choice, results }: Measured, conditions: string[]): void {
  const engines = enginesOf(choice);
  const content = { schema: "hpack-inspector-bench/1", machine: conditions.join(" "), choice, engines, ...results };
  download(`hpack-inspector-${choice.stage}.json`, "application/json", JSON.stringify(content, null, 1));
}
