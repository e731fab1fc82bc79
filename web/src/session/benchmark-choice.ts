/** The choice of a benchmark: pure functions. */
import type { BenchmarkChoice, BenchmarkStage, BenchmarkWorkload } from "../engine/types";

/** The parts of the choice that a link names; the rest are defaults. */
export type LinkedChoice = Partial<BenchmarkChoice>;

/** A stage's own workloads, then the page's inputs. */
export function workloadsFor(stage: BenchmarkStage, inputs: BenchmarkWorkload[]): BenchmarkWorkload[] {
  return [...stage.workloads, ...inputs];
}

/** A stage's default choice: all its engines, on its own workloads or the first input. */
export function defaultChoice(stage: BenchmarkStage, inputs: BenchmarkWorkload[]): BenchmarkChoice {
  const own = stage.workloads.map(({ id }) => id);
  return {
    stage: stage.id,
    engines: stage.engines.map(({ id }) => id),
    workloads: own.length > 0 ? own : inputs.slice(0, 1).map(({ id }) => id),
    baseline: stage.baseline,
    care: "usual",
  };
}

/** The choice in a link, as far as it exists here; the rest are defaults. */
export function choiceFromLink(
  stages: BenchmarkStage[],
  inputs: BenchmarkWorkload[],
  linked: LinkedChoice,
): BenchmarkChoice | null {
  const stage = stages.find(({ id }) => id === linked.stage) ?? stages[0];
  if (stage === undefined) return null;
  const usual = defaultChoice(stage, inputs);
  const among = (names: string[] | undefined, all: { id: string }[]) =>
    names === undefined ? undefined : all.map(({ id }) => id).filter((id) => names.includes(id));
  const engines = among(linked.engines, stage.engines) ?? usual.engines;
  const baseline = stage.engines.find(({ id }) => id === linked.baseline)?.id ?? usual.baseline;
  return {
    stage: stage.id,
    engines: stage.engines.map(({ id }) => id).filter((id) => engines.includes(id) || id === baseline),
    workloads: among(linked.workloads, workloadsFor(stage, inputs)) ?? usual.workloads,
    baseline,
    care: linked.care ?? usual.care,
  };
}

/** The list with `id` added or removed, in the order of `all`. */
export function toggle(list: string[], id: string, on: boolean, all: { id: string }[]): string[] {
  return all.map((one) => one.id).filter((one) => (one === id ? on : list.includes(one)));
}

/** The choice with another baseline, which is added to the engines. */
export function withBaseline(choice: BenchmarkChoice, stage: BenchmarkStage, baseline: string): BenchmarkChoice {
  return { ...choice, baseline, engines: toggle(choice.engines, baseline, true, stage.engines) };
}
