import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Bomb } from "./bomb";
import { open } from "./open";

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

test("the longest value still makes an entry", async () => {
  const screen = await open(<Bomb />);
  const entry = screen.getByRole("slider", { name: "Length of the value" });
  await expect.element(entry).toBeVisible();
  await userEvent.fill(entry, (entry.element() as HTMLInputElement).max);
  await expect.element(screen.getByRole("status")).toHaveTextContent(/becomes 16.385 fields/);
});
