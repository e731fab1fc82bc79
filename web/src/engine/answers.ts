/**
 * A cache of the worker's answers by question: each is asked once at a time,
 * and the least recently read are evicted.
 */

import { proxyCalls } from "./calls-of";
import { isAbort } from "./stale-error";

/** Thrown when an answer is read before it has arrived. */
export class Pending {
  /** `until`: never rejects. */
  constructor(readonly until: Promise<void>) {}
}

type Result = { answer: unknown } | { failed: unknown };
type Entry = { until: Promise<void>; result: Result | null; bytes: number };

/** Most bytes of all answers, and the number of answers that are kept even if they are larger. */
const BYTES_MOST = 16 << 20;
const KEPT_LEAST = 32;

export class AnswerCache {
  private readonly entries: Map<unknown, Entry>;
  private bytes = 0;

  /** `known`: answers by their questions. */
  constructor(known: Iterable<[question: string, answer: unknown]> = []) {
    const until = Promise.resolve();
    this.entries = new Map(
      Array.from(known, ([question, answer]) => [question, { until, result: { answer }, bytes: 0 }]),
    );
  }

  /**
   * Returns the answer; throws `Pending` before it arrives, and the reason if
   * it failed. Values computed by `ask` from other answers are cached too, so
   * that they are the same object each time.
   */
  read(question: unknown, ask: () => unknown): unknown {
    const entry = this.entries.get(question) ?? this.begin(question, ask);
    this.entries.delete(question);
    this.entries.set(question, entry);
    if (entry.result === null) throw new Pending(entry.until);
    if ("failed" in entry.result) {
      // All waiting readers get the failure first; after that it is asked again, for the user's next attempt.
      if (!isAbort(entry.result.failed)) setTimeout(() => this.forget(question, entry));
      throw entry.result.failed;
    }
    return entry.result.answer;
  }

  /** Forgets calls whose worker ended, so that they are asked again: not earlier, which would start worker after worker. */
  forgetFailures(): void {
    for (const [question, entry] of this.entries) {
      if (entry.result !== null && "failed" in entry.result) this.forget(question, entry);
    }
  }

  private forget(question: unknown, entry: Entry): void {
    if (this.entries.get(question) === entry) this.entries.delete(question);
  }

  private begin(question: unknown, ask: () => unknown): Entry {
    const entry: Entry = { until: Promise.resolve(), result: null, bytes: 0 };
    const answer = ask();
    this.entries.set(question, entry);
    if (answer instanceof Promise) {
      entry.until = answer.then(
        (answer: unknown) => this.keep(entry, { answer }),
        (failed: unknown) => this.keep(entry, { failed }),
      );
    } else this.keep(entry, { answer });
    return entry;
  }

  private keep(entry: Entry, result: Result): void {
    entry.result = result;
    entry.bytes = "answer" in result ? sizeOf(result.answer) : 0;
    this.bytes += entry.bytes;
    for (const [question, old] of this.entries) {
      if (this.bytes <= BYTES_MOST || this.entries.size <= KEPT_LEAST) break;
      if (old.result === null || old === entry) continue;
      this.entries.delete(question);
      this.bytes -= old.bytes;
    }
  }
}

/** Approximate size of an answer's arrays and strings, bytes. */
function sizeOf(answer: unknown): number {
  if (typeof answer === "string") return 2 * answer.length;
  if (ArrayBuffer.isView(answer)) return answer.byteLength;
  if (typeof answer !== "object" || answer === null) return 8;
  return Object.values(answer).reduce((sum: number, part) => sum + sizeOf(part), 0);
}

/** Reads until all the answers it needs have arrived. */
export async function whenCached<Answer>(read: () => Answer): Promise<Answer> {
  for (;;) {
    try {
      return read();
    } catch (thrown) {
      if (!(thrown instanceof Pending)) throw thrown;
      await thrown.until;
    }
  }
}

/** Calls without their promises: reading an answer that has not arrived asks for it and throws `Pending`. */
export type Settled<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...given: infer Given) => Promise<infer Answer>
    ? (...given: Given) => Answer
    : never;
};

/** Calls answered from `answers`; those in `own` are answered locally. */
export function cachedCalls<Calls extends object>(
  answers: AnswerCache,
  ask: (name: string, given: unknown[]) => Promise<unknown>,
  own: object = {},
): Calls {
  return proxyCalls((name, given) => answers.read(`${name} ${JSON.stringify(given)}`, () => ask(name, given)), own);
}
