import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../widgets/open";
import { TaskForm } from "./task-form";

test("from the third wrong answer on, each brings a hint", async () => {
  const task = { ask: "", hints: ["one", "two"], show: null };
  const judge = () => ({ right: false, words: "" });
  const screen = await open(
    <TaskForm task={task} judge={judge} onVerdict={() => {}}>
      {null}
    </TaskForm>,
  );
  for (const shown of [0, 0, 1, 2, 2]) {
    await userEvent.click(screen.getByRole("button", { name: "Check" }));
    await expect.poll(() => screen.getByRole("listitem").elements().length).toBe(shown);
  }
});
