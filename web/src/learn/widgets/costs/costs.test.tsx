import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../open";
import { Bomb } from "./bomb";

test("a bomb: bytes in, bytes out, and where a limit ends it", async () => {
  const screen = await open(<Bomb />);
  const status = screen.getByRole("status");
  // 3 bytes of a literal's beginning, 3 of a length, the value, a byte a reference.
  await expect.element(status).toHaveTextContent(/A header block of 20.390 bytes becomes 16.385 fields/);
  await expect.element(status).toHaveTextContent("knows after 5 fields, 4010 bytes into the block");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "SETTINGS_MAX_HEADER_LIST_SIZE" }), "no limit");
  await expect.element(status).toHaveTextContent("the next request on the connection can do the same again");
  await userEvent.fill(screen.getByRole("slider", { name: "References to the entry" }), "0");
  await expect.element(status).toHaveTextContent("A header block of 4006 bytes becomes 1 field with 4001 bytes");
});

test("the bars of a bomb are told apart by patterns", async () => {
  await open(<Bomb />);
  const patterns = () =>
    Array.from(document.querySelectorAll("span[data-of]"), (bar) =>
      getComputedStyle(bar).backgroundImage.replaceAll(/(rgb|oklab|color)a?\((?!0, 0, 0, 0\))[^)]*\)/g, "ink"),
    );
  await expect.poll(() => patterns()).toHaveLength(3);
  expect(new Set(patterns()).size).toBe(3);
});

test("an entry larger than the table is no bomb", async () => {
  const screen = await open(<Bomb />);
  const entry = screen.getByRole("slider", { name: "Length of the value" });
  await expect.element(entry).toBeVisible();
  await userEvent.fill(entry, "4063");
  await expect.element(screen.getByRole("status")).toHaveTextContent("The size of the entry is 4096 bytes.");
  await userEvent.fill(entry, "4064");
  await expect.element(screen.getByRole("status")).toHaveTextContent("index-out-of-range");
});
