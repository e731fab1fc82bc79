/** The choice: stage, engines, workloads, baseline, number of rounds. */

import { type FormEvent, useId } from "react";
import { type BenchmarkChoice, type BenchmarkStage, CARES, type Care } from "../engine/types";
import { useInspector, useSession } from "../inspector/inspector";
import { toggle, withBaseline, workloadsFor } from "../session/benchmark-choice";
import { Button } from "../ui/button";
import { DataTable } from "../ui/data-table";
import { significant } from "../ui/figures";
import { Check } from "../ui/layout";
import { SelectField } from "../ui/select-field";
import { tip } from "../ui/tip";
import { visible } from "../ui/visible";
import { FILE, INPUTS, useBench, useBenchmark } from "./benchmark";
import styles from "./benchmark.module.css";

/** A shorter first use is not shown, milliseconds. */
const LEAST_MS = 0.05;

const CARE_TITLES: Record<Care, string> = {
  quick: "quick: 21 to 84 short rounds",
  usual: "usual: 41 to 328 rounds",
  thorough: "thorough: 151 to 604 rounds",
};

export function ChoiceForm({ choice }: { choice: BenchmarkChoice }) {
  const bench = useBench();
  const stages = useBenchmark((state) => state.stages);
  const running = useBenchmark((state) => state.progress !== null);
  const stage = stages.find(({ id }) => id === choice.stage);
  if (stage === undefined) return null;
  const nothing = choice.workloads.length === 0;

  function run(event: FormEvent) {
    event.preventDefault();
    bench.run();
  }

  return (
    <form className={styles.choice} onSubmit={run}>
      <SelectField
        label="Stage"
        className={styles.choiceLine}
        value={choice.stage}
        disabled={running}
        options={stages.map(({ id, title }) => [id, title] as const)}
        onChange={(stage) => bench.chooseStage(stage)}
      />
      <fieldset className={styles.choiceFields} disabled={running}>
        <Engines choice={choice} stage={stage} />
        <Workloads choice={choice} stage={stage} />
        <SelectField
          label="Precision"
          className={styles.choiceLine}
          value={choice.care}
          options={CARES.map((care) => [care, CARE_TITLES[care]] as const)}
          onChange={(care) => bench.choose({ ...choice, care })}
        />
      </fieldset>
      <div className={styles.choiceRun}>
        {/* The button keeps the focus during the run. */}
        <Button look="primary" type="submit" disabled={nothing} aria-disabled={running}>
          Run the benchmark
        </Button>
        {nothing && <span className="dim">Choose a workload.</span>}
      </div>
    </form>
  );
}

function Engines({ choice, stage }: { choice: BenchmarkChoice; stage: BenchmarkStage }) {
  const bench = useBench();
  const inspector = useInspector();
  const inspects = useSession((session) => session.options.engine);
  const name = useId();
  return (
    <fieldset className={styles.choiceGroup}>
      <legend className="heading">Engines</legend>
      <DataTable
        wide
        className={styles.choiceEngines}
        columns={[
          "measure",
          "baseline",
          ...(stage.inspects ? ["Inspect"] : []),
          { name: "engine", className: styles.choiceName },
        ]}
      >
        {stage.engines.map(({ id, title, about, firstUseMs }) => (
          <tr key={id}>
            <td>
              <label>
                <input
                  type="checkbox"
                  aria-label={`Measure ${title}`}
                  checked={choice.engines.includes(id)}
                  disabled={id === choice.baseline}
                  {...tip(id === choice.baseline ? "The baseline is always measured" : undefined)}
                  onChange={(event) =>
                    bench.choose({
                      ...choice,
                      engines: toggle(choice.engines, id, event.target.checked, stage.engines),
                    })
                  }
                />
              </label>
            </td>
            <td>
              <label>
                <input
                  type="radio"
                  name={`${name}-baseline`}
                  aria-label={`Compare with ${title}`}
                  checked={id === choice.baseline}
                  onChange={() => bench.choose(withBaseline(choice, stage, id))}
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
            <th scope="row" className={styles.choiceName}>
              {title}
              <span className={styles.choiceAbout} data-cut="">
                {about}
              </span>
              {firstUseMs !== null && firstUseMs >= LEAST_MS && (
                <span className={styles.choiceAbout} {...tip("In a new worker, including building its tables")}>
                  first use: {significant(firstUseMs)} ms
                </span>
              )}
            </th>
          </tr>
        ))}
      </DataTable>
    </fieldset>
  );
}

function Workloads({ choice, stage }: { choice: BenchmarkChoice; stage: BenchmarkStage }) {
  const bench = useBench();
  const all = workloadsFor(stage, INPUTS);
  return (
    <fieldset className={styles.choiceGroup}>
      <legend className="heading">Workloads</legend>
      <ul>
        {all.map(({ id, title }) => (
          <li key={id}>
            <Check
              className={styles.choiceTick}
              checked={choice.workloads.includes(id)}
              onChange={(checked) => bench.choose({ ...choice, workloads: toggle(choice.workloads, id, checked, all) })}
            >
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
  async function addFile(file: File | undefined) {
    if (file !== undefined)
      bench.addFile({ name: visible(file.name), bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  return (
    <input
      type="file"
      className={styles.choiceFile}
      aria-label="The file to measure with"
      onChange={(event) => addFile(event.target.files?.[0])}
    />
  );
}
