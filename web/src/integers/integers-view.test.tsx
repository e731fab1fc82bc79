import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { openAt } from "../app/open-page";

test.each([
  ["C.1.1", "10"],
  ["C.1.2", "1337"],
  ["C.1.3", "42"],
])("the integer of RFC 7541 %s is a press away", async (section, value) => {
  const screen = await openAt("view=integers");
  await userEvent.click(screen.getByRole("button", { name: section }));
  await expect.element(screen.getByText(`The integer is ${value}`)).toBeVisible();
});
