import { describe, expect, test } from "vitest";
import { NOTHING_YET, parseProgress, withChapter, withExercise } from "./progress";

describe("what was kept", () => {
  test.each([
    ["nothing", null, NOTHING_YET],
    ["no JSON", "{", NOTHING_YET],
    ["something else", '{"chapters":7,"exercises":[1,"a/b"]}', { chapters: [], exercises: ["a/b"] }],
    ["null", "null", NOTHING_YET],
    ["progress", '{"chapters":["why"],"exercises":[]}', { chapters: ["why"], exercises: [] }],
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
