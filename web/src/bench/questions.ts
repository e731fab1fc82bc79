/** What can be compared, known before anything is loaded: the stages, and the comparisons that others have published. */

import { askedOf, type LinkedChoice } from "../address/benchmark-choice";
import stages from "../engine/benchmark-stages.json";
import type { BenchmarkStage } from "../engine/types";

export const STAGES: BenchmarkStage[] = stages;

export type Question = { title: string; stage: string; engines: string[]; baseline: string };

function question(title: string, stage: string, engines: string[], baseline: string): Question {
  return { title, stage, engines, baseline };
}

const FIRST = question(
  "LiteSpeed’s 16-bit window or nginx’s 4-bit states?",
  "huffman",
  ["window16", "nibble"],
  "nibble",
);

export const QUESTIONS: readonly Question[] = [
  FIRST,
  question("Netty’s 32-bit integers or 64-bit ones?", "integer", ["bits32", "bits64"], "bits64"),
  question("Netty’s static-table look-up: stop early or scan all?", "static-table", ["stop", "scan", "hash"], "scan"),
  question("Netty’s hex digits: by table or by comparison?", "hex", ["lookup", "branch"], "branch"),
  question(
    "Netty’s small frames: copy them or send two buffers?",
    "frame-writer",
    ["copy-all", "slices", "copy-128"],
    "slices",
  ),
  question("JDK’s header buffer: reuse one or make new ones?", "header-buffer", ["reused", "fresh"], "fresh"),
];

/** The question that a choice asks, if it is one of these. */
export function questionOf(choice: Parameters<typeof askedOf>[0]): Question | null {
  const isSame = ({ stage, engines, baseline }: Question) =>
    stage === choice.stage && baseline === choice.baseline && engines[0] === askedOf(choice);
  return QUESTIONS.find(isSame) ?? null;
}

/** A link that names nothing to compare asks the first question. */
export function withQuestion(linked: LinkedChoice): LinkedChoice {
  if (linked.stage !== undefined || linked.engines !== undefined || linked.baseline !== undefined) return linked;
  const { stage, engines, baseline } = FIRST;
  return { stage, engines, baseline, ...linked };
}
