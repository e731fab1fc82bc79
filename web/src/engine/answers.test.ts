import { describe, expect, test } from "vitest";
import { AnswerCache, Pending, whenCached } from "./answers";
import { settled } from "./fake-worker";
import { StaleError } from "./stale-error";

/** A question that the test answers. */
function question(answers: AnswerCache, name: string) {
  let times = 0;
  let settle: { resolve: (answer: unknown) => void; reject: (reason: unknown) => void } | null = null;
  const ask = () => {
    times += 1;
    return new Promise((resolve, reject) => {
      settle = { resolve, reject };
    });
  };
  return {
    read: () => answers.read(name, ask),
    times: () => times,
    answer: (answer: unknown) => settle?.resolve(answer),
    fail: (reason: unknown) => settle?.reject(reason),
  };
}

describe("answers", () => {
  test("are asked for once, however many read them, and are the same object then", async () => {
    const asked = question(new AnswerCache(), "rows");
    expect(asked.read).toThrow(Pending);
    const all = [whenCached(asked.read), whenCached(asked.read)];
    const answer = { rows: 1 };
    asked.answer(answer);
    for (const one of await Promise.all(all)) expect(one).toBe(answer);
    expect(asked.read()).toBe(answer);
    expect(asked.times()).toBe(1);
  });

  test("that fail do so for all who read them", async () => {
    const asked = question(new AnswerCache(), "rows");
    const failed = whenCached(asked.read);
    asked.fail(new Error("no such row"));
    await expect(failed).rejects.toThrow("no such row");
    expect(asked.read).toThrow("no such row");
  });

  test("that failed are asked for again later, which may go well", async () => {
    const asked = question(new AnswerCache(), "rows");
    expect(asked.read).toThrow(Pending);
    asked.fail(new Error("offline"));
    await settled();
    expect(asked.read).toThrow("offline");
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(asked.read).toThrow(Pending);
    asked.answer(7);
    await settled();
    expect(asked.read()).toBe(7);
    expect(asked.times()).toBe(2);
  });

  test("that were dropped with their worker are asked for again once that is said, and not before", async () => {
    const answers = new AnswerCache();
    const asked = question(answers, "rows");
    expect(asked.read).toThrow(Pending);
    asked.fail(new StaleError());
    await settled();
    expect(asked.read).toThrow(StaleError);
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(asked.read).toThrow(StaleError);
    expect(asked.times()).toBe(1);
    answers.forgetFailures();
    expect(asked.read).toThrow(Pending);
    expect(asked.times()).toBe(2);
  });

  test("that are made of others are made once these are known", async () => {
    const answers = new AnswerCache();
    const asked = question(answers, "rows");
    const made = () => answers.read("sum", () => [asked.read()]);
    const sum = whenCached(made);
    asked.answer(7);
    expect(await sum).toEqual([7]);
    expect(made()).toBe(await sum);
  });

  test("that were not read for long go when they take too much", () => {
    const answers = new AnswerCache();
    const sizes = new Map<string, number>();
    const read = (name: string) =>
      answers.read(name, () => {
        sizes.set(name, (sizes.get(name) ?? 0) + 1);
        return new Uint8Array(1 << 20);
      });
    read("old");
    for (let nth = 0; nth < 60; nth += 1) {
      read(`other ${nth}`);
      read("often");
    }
    read("old");
    expect([sizes.get("old"), sizes.get("often"), sizes.get("other 59")]).toEqual([2, 1, 1]);
  });

  test("can be known before anyone asks", () => {
    const answers = new AnswerCache([["rows", 3]]);
    expect(question(answers, "rows").read()).toBe(3);
  });
});
