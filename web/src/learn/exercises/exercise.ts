/** What an exercise is: tasks made from a number, and a judge of answers. */

import type { Tried } from "../../engine/try-out";
import type { OpenOptions } from "../../engine/types";

/** What a judge may ask of the real decoder. */
export type TryOut = (text: string, options?: Partial<OpenOptions>) => Promise<Tried>;

export type Verdict = {
  right: boolean;
  /** What is right or wrong with this very answer, as marked text. */
  words: string;
};

/** Every kind is of this shape; `Task` and `Answer` are its own, and what it asks of the core. */
export type ExerciseKind<Task extends TaskBase, Answer, Tools = TryOut> = {
  /** The same number makes the same task, for ever. */
  generate(variant: number): Task;
  /** An answer that the judge accepts: the tests hold the kinds to that. */
  model(task: Task, tools: Tools): Answer | Promise<Answer>;
  judge(task: Task, answer: Answer, tools: Tools): Verdict | Promise<Verdict>;
};

export type TaskBase = {
  /** What is asked, as marked text. */
  ask: string;
  /** From a nudge to nearly the answer. */
  hints: readonly string[];
  /** What the live inspector can show once the answer is found; as a person would paste it, with the row to select. */
  show: { text: string; options?: Partial<OpenOptions>; row?: number } | null;
};

/** An exercise as a chapter names it. */
export type ExerciseSpec = {
  /** Unique in its chapter. */
  id: string;
  title: string;
  /** Draws the task of a variant. */
  Form: (props: FormProps) => React.ReactNode;
};

export type FormProps = {
  variant: number;
  onVerdict: (verdict: Verdict) => void;
};
