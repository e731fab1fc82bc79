/** An exercise: tasks made from a number, the controls of an answer, and a judge of answers. */
import type { ReactNode } from "react";
import type { Tried } from "../../engine/try-out";
import type { Composed, Composition, Kind, OpenOptions } from "../../engine/types";
import { DEFAULT_OPTIONS } from "../../session/options";
import { readNumber } from "../../ui/number-field";

export type Field = { name: string; value: string };

/** A legal representation of a field, from the encoder. */
export type Way = { kind: string; bytes: number; hex: string };

/** The real decoder and encoder, for judges. */
export type Tools = {
  tryOut: (text: string, options?: Partial<OpenOptions>) => Promise<Tried>;
  /** Every legal representation, cheapest first; `prior` is the table, newest first. */
  ways: (prior: readonly Field[], field: Field, sensitive: boolean) => Promise<Way[]>;
};

export function toolsOf(core: {
  tryOut: (text: string, options: OpenOptions) => Promise<Tried>;
  compose: (composition: Composition) => Promise<Composed>;
}): Tools {
  return {
    tryOut: (text, options = {}) => core.tryOut(text, { ...DEFAULT_OPTIONS, ...options }),
    async ways(prior, field, sensitive) {
      const composed = await core.compose({
        limit: 4096,
        prior: [...prior],
        policy: { indexing: "always" },
        framing: { stream: 1, maxFrameSize: 16384, padding: null, endStream: true, priority: null, pushPromise: null },
        blocks: [{ changes: [], rows: [{ ...field, sensitive }] }],
      });
      return composed.blocks[0]?.rows[0]?.choices.map(({ kind, bytes, hex }) => ({ kind, bytes, hex })) ?? [];
    },
  };
}

export type Verdict = {
  /** Null if the answer was shown. */
  right: boolean | null;
  /** What is right or wrong with this answer, as marked text. */
  words: string;
};

export const right = (words: string): Verdict => ({ right: true, words });
export const wrong = (words: string): Verdict => ({ right: false, words });

export type TaskBase = {
  /** The question, as marked text. */
  ask: string;
  /** Steps from the rule to the answer. */
  hints: readonly string[];
  /** Text for the live inspector once the answer is known, with the row to select. */
  show: { text: string; options?: Partial<OpenOptions>; row?: number } | null;
};

/** The typed or chosen values, by control. */
export type Typed = Readonly<Record<string, string>>;

export type Control = { name: string; label: string } & (
  | { is: "number"; disabled?: boolean }
  | { is: "hex" | "text" | "check" }
  /** One of several; bytes are in a line, kinds have their marks. */
  | {
      is: "bytes" | "kinds" | "rules";
      options: readonly { value: string; shown: string; said?: string; kind?: Kind }[];
    }
);

/** A kind of exercise with its own `Task` and `Answer`. */
export type ExerciseKind<Task extends TaskBase, Answer> = {
  /** The rule to apply, as marked text. */
  rule: string;
  /** The same number always makes the same task. */
  generate(variant: number): Task;
  /** An answer that the judge accepts. */
  model(task: Task, tools: Tools): Answer | Promise<Answer>;
  judge(task: Task, answer: Answer, tools: Tools): Verdict | Promise<Verdict>;
  /** Shown below the question. */
  given?(task: Task): ReactNode;
  controls(task: Task, typed: Typed): readonly Control[];
  /** The answer; null if it is incomplete. */
  read(typed: Typed, task: Task): Answer | null;
  /** The inverse of `read`. */
  write(answer: Answer): Typed;
};

/** An exercise of a chapter. */
export type Exercise = {
  /** Unique in its chapter. */
  id: string;
  title: string;
  of: ExerciseKind<TaskBase, unknown>;
};

/** An answer that is one number. */
export function oneNumber(label: string) {
  return {
    controls: (): readonly Control[] => [{ name: "number", is: "number", label }],
    read: (typed: Typed) => numberIn(typed),
    write: (number: number): Typed => ({ number: String(number) }),
  };
}

export function numberIn({ number = "" }: Typed): number | null {
  return readNumber(number, 0, 9_999_999_999) ?? null;
}

function oneText(is: "hex" | "text", label: string) {
  return {
    controls: (): readonly Control[] => [{ name: "text", is, label }],
    read: ({ text = "" }: Typed) => (text.trim() === "" ? null : text),
    write: (text: string): Typed => ({ text }),
  };
}

export const HEX_ANSWER = oneText("hex", "Bytes, in hex");
export const TEXT_ANSWER = oneText("text", "Text");
