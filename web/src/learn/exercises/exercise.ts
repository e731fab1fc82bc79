/** An exercise: tasks made from a number, each with the fields of its answer and a judge of answers. */
import type { StandaloneResult } from "../../engine/try-out";
import type { Kind, OpenOptions } from "../../engine/types";
import { DEFAULT_OPTIONS } from "../../session/options";
import type { HeaderField } from "../wire";

/** The real decoder, for judges. */
export type TryOut = (text: string, options?: Partial<OpenOptions>) => Promise<StandaloneResult>;

export function tryOutOf(core: {
  decodeStandalone: (text: string, options: OpenOptions) => Promise<StandaloneResult>;
}): TryOut {
  return (text, options = {}) => core.decodeStandalone(text, { ...DEFAULT_OPTIONS, ...options });
}

/** `words`: what is right or wrong with the answer, as marked text. */
export type Verdict = { right: boolean; words: string };

export const right = (words: string): Verdict => ({ right: true, words });
export const wrong = (words: string): Verdict => ({ right: false, words });

/** Answers by the names of their fields: what is typed or chosen, or what `readAnswer` makes of it. */
export type Typed = Readonly<Record<string, string>>;

export type AnswerField = { name: string; label: string } & (
  | { is: "hex" | "text" }
  /** A number that must be decimal because its notation is the task, or that an entry which was evicted lacks. */
  | { is: "number"; inDecimal?: true; orGone?: true }
  /** One of several; bytes are in a line, kinds have their marks. */
  | {
      is: "bytes" | "kinds" | "rules";
      options: readonly { value: string; shown: string; said?: string; kind?: Kind }[];
    }
);

/** The answer that an entry was evicted. */
export const GONE = "gone";

/** Text for the live inspector, with the row to select. */
export type Shown = { text: string; options?: Partial<OpenOptions>; row?: number | null };

export type Task = {
  /** The question, and the rule to apply, as marked text. */
  ask: string;
  rule: string;
  /** Shown below the question: bytes with their bits if needed, entries, the codes of the tasks' letters. */
  given?: {
    bytes?: readonly number[];
    bits?: boolean;
    entries?: readonly HeaderField[];
    /** Index of the first entry, unless the table is still to change. */
    first?: number;
    codes?: boolean;
  };
  fields: readonly AnswerField[];
  /** Steps from the rule to the answer, which the last one spells out as a sum, as bytes or as a choice. */
  hints: readonly string[];
  /** An answer that is right. */
  model: Typed;
  check(answer: Typed, tryOut: TryOut): Verdict | Promise<Verdict>;
  /** Once the answer is known. */
  show?: Shown | null;
};

export type Exercise = {
  /** Unique in its chapter. */
  id: string;
  title: string;
  /** The same number always makes the same task. */
  make(variant: number): Task;
};

/** The answer that is right, and what is said to others. */
export function expects(
  model: Typed,
  praise: string | ((tryOut: TryOut) => Promise<string>),
  blame: (answer: Typed) => string,
): Pick<Task, "model" | "check"> {
  async function check(answer: Typed, tryOut: TryOut): Promise<Verdict> {
    const isRight = Object.entries(model).every(([name, value]) => answer[name] === value);
    if (!isRight) return wrong(blame(answer));
    return right(typeof praise === "string" ? praise : await praise(tryOut));
  }
  return { model, check };
}

/** An answer that is one number. */
export function expectsNumber(label: string, value: number, praise: string, blame: (number: number) => string) {
  const fields: AnswerField[] = [{ name: "number", is: "number", label }];
  return { fields, ...expects({ number: String(value) }, praise, ({ number }) => blame(Number(number))) };
}

export const HEX_FIELD: AnswerField = { name: "bytes", is: "hex", label: "Bytes" };

/** A field as marked text; an empty value is spelled out, because it would be invisible. */
export function fieldText({ name, value }: HeaderField): string {
  return value === "" ? `\`${name}\` with an empty value` : `\`${name}: ${value}\``;
}
