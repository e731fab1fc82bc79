/** What is going to be measured: pure functions over the choice. */
import type { BenchmarkChoice, BenchmarkStage, BenchmarkWorkload } from "../engine/types";

/** The choice as far as a link names it; the rest is as usual. */
export type LinkedChoice = Partial<BenchmarkChoice>;

/** The workloads that a stage offers: its own, and what the page can bring. */
export function offered(stage: BenchmarkStage, inputs: BenchmarkWorkload[]): BenchmarkWorkload[] {
  return [...stage.workloads, ...inputs];
}

/** The choice that a stage begins with: all its engines, on its own workloads or the first that is brought. */
export function usualChoice(stage: BenchmarkStage, inputs: BenchmarkWorkload[]): BenchmarkChoice {
  const own = stage.workloads.map(({ id }) => id);
  return {
    stage: stage.id,
    engines: stage.engines.map(({ id }) => id),
    workloads: own.length > 0 ? own : inputs.slice(0, 1).map(({ id }) => id),
    baseline: stage.baseline,
    care: "usual",
  };
}

/** What a link says, as far as there is such a thing; the rest as usual. */
export function fromLink(
  stages: BenchmarkStage[],
  inputs: BenchmarkWorkload[],
  linked: LinkedChoice,
): BenchmarkChoice | null {
  const stage = stages.find(({ id }) => id === linked.stage) ?? stages[0];
  if (stage === undefined) return null;
  const usual = usualChoice(stage, inputs);
  const among = (names: string[] | undefined, all: { id: string }[]) =>
    names === undefined ? undefined : all.map(({ id }) => id).filter((id) => names.includes(id));
  const engines = among(linked.engines, stage.engines) ?? usual.engines;
  const baseline = stage.engines.find(({ id }) => id === linked.baseline)?.id ?? usual.baseline;
  return {
    stage: stage.id,
    engines: stage.engines.map(({ id }) => id).filter((id) => engines.includes(id) || id === baseline),
    workloads: among(linked.workloads, offered(stage, inputs)) ?? usual.workloads,
    baseline,
    care: linked.care ?? usual.care,
  };
}

/** The list with a name put in, or taken out, in the order of `all`. */
export function ticked(list: string[], id: string, on: boolean, all: { id: string }[]): string[] {
  return all.map((one) => one.id).filter((one) => (one === id ? on : list.includes(one)));
}

/** Another baseline, which is measured itself. */
export function withBaseline(choice: BenchmarkChoice, stage: BenchmarkStage, baseline: string): BenchmarkChoice {
  return { ...choice, baseline, engines: ticked(choice.engines, baseline, true, stage.engines) };
}
