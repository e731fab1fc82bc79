import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../widgets/open";
import { expects, type Task } from "./exercise";
import { ExerciseForm, type Outcome } from "./exercise-form";

const TASK: Task = {
  ask: "",
  rule: "the rule",
  fields: [{ name: "text", is: "text", label: "Text" }],
  hints: ["one", "two", "three"],
  ...expects({ text: "answer" }, "because", () => "no"),
};

test("from the second wrong answer on, each brings a hint, and the answer can be shown", async () => {
  const outcomes: Outcome[] = [];
  const screen = await open(<ExerciseForm task={TASK} onOutcome={(outcome) => outcomes.push(outcome)} />);
  await expect.element(screen.getByText("the rule")).toBeVisible();
  const check = screen.getByRole("button", { name: "Check" });
  await userEvent.click(check);
  await expect.element(screen.getByRole("status")).toHaveTextContent("Not yet. An answer is missing for “Text”.");
  await userEvent.fill(screen.getByRole("textbox", { name: "Text" }), "no");
  const shown = screen.getByRole("listitem");
  const help = screen.getByRole("button", { name: "Show the answer" });
  for (const hints of [0, 1, 2]) {
    await userEvent.click(check);
    await expect.poll(() => shown.elements().length).toBe(hints);
    await expect.poll(() => help.elements().length).toBe(hints > 0 ? 1 : 0);
  }
  await userEvent.click(help);
  await expect.element(screen.getByRole("textbox", { name: "Text" })).toHaveValue("answer");
  await expect.element(screen.getByRole("status")).toHaveTextContent("Shown. because");
  await expect.poll(() => shown.elements().length).toBe(3);
  await expect.element(check).toBeDisabled();
  expect(outcomes).toEqual(["wrong", "wrong", "wrong", "shown"]);
});
