import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { IntegerSlider } from "./integer-slider";
import { open } from "./open";

test("a number is typed and dragged", async () => {
  const screen = await open(<IntegerSlider />);
  const sum = screen.getByRole("status");
  const number = screen.getByRole("textbox", { name: "Number" });
  await expect.element(sum).toHaveTextContent("31 + 26 + 1280 = 1337 in 3 bytes: 1f 9a 0a");
  await userEvent.fill(number, "30");
  await expect.element(sum).toHaveTextContent("30 in 1 byte: 1e");
  await userEvent.fill(number, "31");
  await expect.element(sum).toHaveTextContent("31 + 0 = 31 in 2 bytes: 1f 00");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Prefix" }), "8 bits");
  await expect.element(sum).toHaveTextContent("31 in 1 byte: 1f");
  for (const [place, words] of [
    ["768", "in 6 bytes: ff 80 fe ff ff 0f"],
    ["0", "0 in 1 byte: 00"],
  ] as const) {
    await userEvent.fill(screen.getByRole("slider", { name: "Drag" }), place);
    await expect.element(sum).toHaveTextContent(words);
  }
  await userEvent.fill(number, "4294967296");
  await expect.element(screen.getByText("Enter a whole number from 0")).toBeVisible();
});
