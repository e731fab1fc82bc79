import { describe, expect, test } from "vitest";
import { isEmpty, NOTHING_YET, parseProgress, withChapter, withExercise, withScore } from "./progress";

const SCORE = { done: 3, wrong: 1, helps: 2, shown: 0 };

describe("what was kept", () => {
  test.each([
    ["nothing", null, NOTHING_YET],
    ["no JSON", "{", NOTHING_YET],
    ["something else", '{"chapters":7,"exercises":["a/b"]}', { chapters: [], exercises: ["a/b"], capstone: {} }],
    ["null", "null", NOTHING_YET],
    ["progress", '{"chapters":["why"],"exercises":[]}', { chapters: ["why"], exercises: [], capstone: {} }],
    ["an invalid score", '{"capstone":{"0":{"done":-1}}}', NOTHING_YET],
    ["a score", JSON.stringify({ capstone: { 7: SCORE } }), { ...NOTHING_YET, capstone: { 7: SCORE } }],
  ])("%s", (_, kept, progress) => {
    expect(parseProgress(kept)).toEqual(progress);
  });
});

test("a chapter is finished once, and can be opened again", () => {
  const done = withChapter(withChapter(NOTHING_YET, "why", true), "why", true);
  expect(done.chapters).toEqual(["why"]);
  expect(withChapter(done, "why", false)).toEqual(NOTHING_YET);
});

test("an exercise is counted once", () => {
  const once = withExercise(NOTHING_YET, "why", "a");
  expect(once.exercises).toEqual(["why/a"]);
  expect(withExercise(once, "why", "a")).toBe(once);
});

test("each variant of the capstone has its score", () => {
  const scored = withScore(withScore(NOTHING_YET, 0, SCORE), 7, SCORE);
  expect(scored.capstone).toEqual({ 0: SCORE, 7: SCORE });
  expect([isEmpty(NOTHING_YET), isEmpty(scored)]).toEqual([true, false]);
});
