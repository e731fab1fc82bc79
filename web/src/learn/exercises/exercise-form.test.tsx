import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../widgets/open";
import { type ExerciseKind, right, type TaskBase, TEXT_ANSWER, wrong } from "./exercise";
import { ExerciseForm } from "./exercise-form";

const KIND: ExerciseKind<TaskBase, string> = {
  ...TEXT_ANSWER,
  rule: "the rule",
  generate: () => ({ ask: "", hints: ["one", "two", "three"], show: null }),
  model: () => "answer",
  judge: (_, answer) => (answer === "answer" ? right("because") : wrong("")),
};

test("from the second wrong answer on, each brings a hint, and the answer can be shown", async () => {
  const verdicts: (boolean | null)[] = [];
  const screen = await open(<ExerciseForm of={KIND} variant={1} onVerdict={({ right }) => verdicts.push(right)} />);
  await expect.element(screen.getByText("the rule")).toBeVisible();
  await userEvent.fill(screen.getByRole("textbox", { name: "Text" }), "no");
  const shown = screen.getByRole("listitem");
  const check = screen.getByRole("button", { name: "Check" });
  const help = screen.getByRole("button", { name: "Show this step" });
  for (const hints of [0, 1, 2]) {
    await userEvent.click(check);
    await expect.poll(() => shown.elements().length).toBe(hints);
    await expect.poll(() => help.elements().length).toBe(hints > 0 ? 1 : 0);
  }
  await userEvent.click(help);
  await expect.element(screen.getByRole("textbox", { name: "Text" })).toHaveValue("answer");
  await expect.poll(() => shown.elements().length).toBe(3);
  await expect.element(check).toBeDisabled();
  expect(verdicts).toEqual([false, false, false, null]);
});
