import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderHook } from "vitest-browser-react";
import { useTransient } from "./copy";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("what is said goes after a moment, counted from the last time that it was said", async () => {
  const { result, act } = await renderHook(() => useTransient(""));
  const said = () => result.current[0];
  const say = (words: string) => act(() => result.current[1](words));
  const later = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  await say("Copied");
  await later(1000);
  await say("Copied");
  await later(1000);
  expect(said()).toBe("Copied");
  await later(1000);
  expect(said()).toBe("");
});
