import { expect, test } from "vitest";
import { isEmpty, NOTHING_YET, parseProgress, withChapter, withExercise, withScore } from "./progress";

const SCORE = { done: 3, wrong: 1, helps: 2, shown: 0 };

test.each([
  ["nothing", null, NOTHING_YET],
  ["no JSON", "{", NOTHING_YET],
  ["something else", '{"chapters":7,"exercises":["a/b"]}', { ...NOTHING_YET, exercises: ["a/b"] }],
  ["null", "null", NOTHING_YET],
  ["progress", '{"chapters":["why"],"exercises":[]}', { ...NOTHING_YET, chapters: ["why"] }],
  ["an invalid score", '{"capstone":{"0":{"done":-1}}}', NOTHING_YET],
  ["a score", JSON.stringify({ capstone: { 7: SCORE } }), { ...NOTHING_YET, capstone: { 7: SCORE } }],
])("what was kept: %s", (_, kept, progress) => {
  expect(parseProgress(kept)).toEqual(progress);
});

test("a chapter is finished once, and can be opened again; an exercise is counted once; each variant has a score", () => {
  const done = withChapter(withChapter(NOTHING_YET, "why", true), "why", true);
  expect(done.chapters).toEqual(["why"]);
  expect(withChapter(done, "why", false)).toEqual(NOTHING_YET);
  const once = withExercise(NOTHING_YET, "why", "a");
  expect(once.exercises).toEqual(["why/a"]);
  expect(withExercise(once, "why", "a")).toEqual(once);
  const scored = withScore(withScore(NOTHING_YET, "0", SCORE), "short-7", SCORE);
  expect(scored.capstone).toEqual({ 0: SCORE, "short-7": SCORE });
  expect([isEmpty(NOTHING_YET), isEmpty(scored)]).toEqual([true, false]);
});
