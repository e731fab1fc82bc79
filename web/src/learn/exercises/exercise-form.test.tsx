import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../widgets/open";
import { type ExerciseKind, type TaskBase, wrong } from "./exercise";
import { ExerciseForm } from "./exercise-form";

test("from the third wrong answer on, each brings a hint", async () => {
  const kind: ExerciseKind<TaskBase, string> = {
    generate: () => ({ ask: "", hints: ["one", "two"], show: null }),
    model: () => "",
    judge: () => wrong(""),
    controls: () => [],
    read: () => "",
  };
  const screen = await open(<ExerciseForm of={kind} variant={1} onVerdict={() => {}} />);
  for (const shown of [0, 0, 1, 2, 2]) {
    await userEvent.click(screen.getByRole("button", { name: "Check" }));
    await expect.poll(() => screen.getByRole("listitem").elements().length).toBe(shown);
  }
});
