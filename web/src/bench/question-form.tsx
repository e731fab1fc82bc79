/** What is asked: which two engines to compare, at what; and, folded away, which others, on what, how precisely. */

import { type FormEvent, useId } from "react";
import { askedOf, ticked, withEngine, workloadsFor } from "../address/benchmark-choice";
import { type BenchmarkChoice, type BenchmarkStage, CARES, type Care } from "../engine/types";
import { useInspector, useSession } from "../session/inspector";
import { Button } from "../ui/button";
import { DataTable } from "../ui/data-table";
import { significant } from "../ui/figures";
import { Check, Row, Stack } from "../ui/layout";
import { SelectField } from "../ui/select-field";
import { tip } from "../ui/tip";
import { visible } from "../ui/visible";
import { FILE, INPUTS, useBench, useBenchmark, useChoice } from "./benchmark";
import styles from "./benchmark.module.css";
import { QUESTIONS, questionOf, STAGES } from "./questions";

/** A quicker first use is not worth showing, milliseconds. */
const LEAST_MS = 0.05;

const CARE_TITLES: Record<Care, string> = {
  quick: "Quick (some seconds)",
  usual: "Standard (about 10 s)",
  thorough: "Thorough (about 1 min)",
};

export function QuestionForm() {
  const bench = useBench();
  const choice = useChoice();
  const running = useBenchmark((state) => state.progress !== null);
  const stage = STAGES.find(({ id }) => id === choice.stage);
  if (stage === undefined) return null;
  const question = questionOf(choice);
  const asked = askedOf(choice);
  const engines = stage.engines.map(({ id, title }) => [id, title] as const);
  const nothing = choice.workloads.length === 0;

  function run(event: FormEvent) {
    event.preventDefault();
    if (running) bench.stop();
    else bench.run();
  }

  return (
    <Stack as="form" small className={styles.question} onSubmit={run} aria-label="What to compare">
      <fieldset className={styles.questionFields} disabled={running}>
        <SelectField
          label="Question"
          value={question?.title ?? null}
          options={[
            ...(question === null ? [[null, "Your own"] as const] : []),
            ...QUESTIONS.map(({ title }) => [title, title] as const),
          ]}
          onChange={(title) => bench.ask(QUESTIONS.find((one) => one.title === title) ?? {})}
        />
        <SelectField
          label="Stage"
          value={choice.stage}
          options={STAGES.map(({ id, title }) => [id, title] as const)}
          onChange={(stage) => bench.ask(QUESTIONS.find((one) => one.stage === stage) ?? { stage })}
        />
        <SelectField
          label="Compare"
          value={asked}
          options={asked === null ? [[null, "–"], ...engines] : engines}
          onChange={(id) => id !== null && bench.choose(withEngine(choice, "asked", id))}
        />
        <SelectField
          label="with"
          value={choice.baseline}
          options={engines}
          onChange={(id) => bench.choose(withEngine(choice, "baseline", id))}
        />
      </fieldset>
      <Row gap="wide">
        {/* The same button, so that it keeps the focus. */}
        <Button look="primary" type="submit" disabled={nothing}>
          {running ? "Stop" : "Compare"}
        </Button>
        {nothing && <span className="dim">Choose an input.</span>}
        <Progress />
      </Row>
      <details>
        <summary>
          Engines, inputs and precision{" "}
          <span className="dim">
            ({choice.engines.length} of {stage.engines.length} engines, {choice.workloads.length} inputs)
          </span>
        </summary>
        <fieldset className={styles.questionChoices} disabled={running}>
          <Engines choice={choice} stage={stage} />
          <Workloads choice={choice} stage={stage} />
          <SelectField
            label="Precision"
            value={choice.care}
            options={CARES.map((care) => [care, CARE_TITLES[care]] as const)}
            onChange={(care) => bench.choose({ ...choice, care })}
          />
        </fieldset>
      </details>
    </Stack>
  );
}

function Progress() {
  const progress = useBenchmark((state) => state.progress);
  if (progress === null) return null;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label="Progress of the benchmark"
        max={1}
        value={progress === "loading" ? 0 : progress.part}
      />
      <span className="dim">
        {progress === "loading" ? "Preparing…" : `${progress.finished} of ${progress.workloads} inputs precise enough`}
      </span>
    </>
  );
}

function Engines({ choice, stage }: { choice: BenchmarkChoice; stage: BenchmarkStage }) {
  const bench = useBench();
  const inspector = useInspector();
  const inspects = useSession((session) => session.options.engine);
  const firstUses = useBenchmark((state) => state.firstUses);
  const name = useId();
  const pair = [askedOf(choice), choice.baseline];
  return (
    <fieldset>
      <legend className="heading">Engines</legend>
      <DataTable
        wide
        className={styles.engines}
        columns={["measure", ...(stage.inspects ? ["Inspect"] : []), { name: "engine", className: styles.engineName }]}
      >
        {stage.engines.map(({ id, title, about }) => {
          const ms = stage.inspects ? (firstUses.get(id) ?? 0) : 0;
          return (
            <tr key={id}>
              <td>
                <label>
                  <input
                    type="checkbox"
                    aria-label={`Measure ${title}`}
                    checked={choice.engines.includes(id)}
                    disabled={pair.includes(id)}
                    {...tip(pair.includes(id) ? "It is one of the two compared" : undefined)}
                    onChange={({ target }) =>
                      bench.choose({ ...choice, engines: ticked(choice.engines, id, target.checked) })
                    }
                  />
                </label>
              </td>
              {stage.inspects && (
                <td>
                  <label>
                    <input
                      type="radio"
                      name={`${name}-inspect`}
                      aria-label={`Inspect decodes with ${title}`}
                      checked={id === inspects}
                      onChange={() => inspector.setEngine(id)}
                    />
                  </label>
                </td>
              )}
              <th scope="row" className={styles.engineName}>
                {title}
                <span className={styles.about}>{about}</span>
                {ms >= LEAST_MS && (
                  <span className={styles.about} {...tip("In a new worker, including building its tables")}>
                    first use: {significant(ms)} ms
                  </span>
                )}
              </th>
            </tr>
          );
        })}
      </DataTable>
    </fieldset>
  );
}

function Workloads({ choice, stage }: { choice: BenchmarkChoice; stage: BenchmarkStage }) {
  const bench = useBench();
  const all = workloadsFor(stage, INPUTS);
  function tick(id: string, on: boolean) {
    const chosen = ticked(choice.workloads, id, on);
    bench.choose({ ...choice, workloads: all.map((one) => one.id).filter((one) => chosen.includes(one)) });
  }
  return (
    <fieldset>
      <legend className="heading">Inputs</legend>
      <ul>
        {all.map(({ id, title }) => (
          <li key={id}>
            <Check checked={choice.workloads.includes(id)} onChange={(on) => tick(id, on)}>
              {title}
            </Check>
            {id === FILE && choice.workloads.includes(FILE) && <FileChooser />}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function FileChooser() {
  const bench = useBench();
  async function add(file: File | undefined) {
    if (file !== undefined)
      bench.addFile({ name: visible(file.name), bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  return (
    <input
      type="file"
      className={styles.file}
      aria-label="The file to measure with"
      onChange={(event) => add(event.target.files?.[0])}
    />
  );
}
