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
  // The longest value still makes an entry.
  const length = screen.getByRole("slider", { name: "Length of the value" });
  await userEvent.fill(length, "4063");
  await expect.element(status).toHaveTextContent(/becomes 16.385 fields/);
  await userEvent.fill(length, "4000");
  await userEvent.fill(screen.getByRole("slider", { name: "References to the entry" }), "0");
  await expect.element(status).toHaveTextContent("A header block of 4006 bytes becomes 1 field with 4001 bytes");
});
