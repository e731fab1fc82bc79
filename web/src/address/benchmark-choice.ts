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
  const known = linked.engines?.filter((id) => stage.engines.some((engine) => engine.id === id));
  const baseline = stage.engines.find(({ id }) => id === linked.baseline)?.id ?? usual.baseline;
  const workloads = workloadsFor(stage, inputs).map(({ id }) => id);
  return {
    stage: stage.id,
    engines: [...new Set([...(known ?? usual.engines), baseline])],
    workloads:
      linked.workloads === undefined ? usual.workloads : workloads.filter((id) => linked.workloads?.includes(id)),
    baseline,
    care: linked.care ?? usual.care,
  };
}

/** The engine that is asked about: the first that is not the baseline; null if there is only that. */
export function askedOf({ engines, baseline }: BenchmarkChoice): string | null {
  return engines.find((id) => id !== baseline) ?? null;
}

/** The choice with `id` in one of the two places; if it has the other, they change places. The other engines stay. */
export function withEngine(choice: BenchmarkChoice, place: "asked" | "baseline", id: string): BenchmarkChoice {
  const before = { asked: askedOf(choice), baseline: choice.baseline };
  const other = place === "asked" ? "baseline" : "asked";
  const pair = { ...before, [place]: id, ...(before[other] === id ? { [other]: before[place] } : {}) };
  const placed = [...Object.values(before), ...Object.values(pair)];
  const rest = choice.engines.filter((id) => !placed.includes(id));
  const engines = [pair.asked, pair.baseline, ...rest].filter((id) => id !== null);
  return { ...choice, engines, baseline: pair.baseline };
}

/** The list with a name put in, or taken out. */
export function ticked(list: string[], id: string, on: boolean): string[] {
  return on ? [...list, id] : list.filter((one) => one !== id);
}
