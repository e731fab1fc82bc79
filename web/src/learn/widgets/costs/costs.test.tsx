import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../open";
import { Bomb } from "./bomb";
import { Flood } from "./flood";

test("a bomb: octets in, octets out, and where a limit ends it", async () => {
  const screen = await open(<Bomb />);
  const status = screen.getByRole("status");
  // 3 octets of a literal's beginning, 3 of a length, the value, an octet a reference.
  await expect.element(status).toHaveTextContent(/20.390 octets of header block, 16.385 fields/);
  await expect.element(status).toHaveTextContent("knows after 5 fields, 4010 octets into the block");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "SETTINGS_MAX_HEADER_LIST_SIZE" }), "no limit");
  await expect.element(status).toHaveTextContent("the next request on the connection can do the same");
  await userEvent.fill(screen.getByRole("slider", { name: "References to it" }), "0");
  await expect.element(status).toHaveTextContent("4006 octets of header block, 1 field, 4001 octets");
});

test("an entry larger than the table is no bomb", async () => {
  const screen = await open(<Bomb />);
  const entry = screen.getByRole("slider", { name: "Value of the entry" });
  await expect.element(entry).toBeVisible();
  await userEvent.fill(entry, "4063");
  await expect.element(screen.getByRole("status")).toHaveTextContent("In the table the entry takes 4096.");
  await userEvent.fill(entry, "4064");
  await expect.element(screen.getByRole("status")).toHaveTextContent("index-out-of-range");
});

test.each([
  ["new fields", "closes at frame 4", "2.1 MB"],
  ["references to one large entry", "closes at frame 1", "2.1 MB"],
  ["nothing: empty frames", "still below the limit", "0 B"],
])("a flood of %s: who holds what", async (content, ends, collected) => {
  const screen = await open(<Flood />);
  const select = screen.getByRole("combobox", { name: "Each frame holds" });
  await expect.element(select).toBeVisible();
  await userEvent.selectOptions(select, content);
  const peers = screen.getByRole("table", { name: "What peers hold" });
  await expect.element(peers.getByRole("row", { name: "up to the limit" })).toHaveTextContent(ends);
  await expect.element(peers.getByRole("row", { name: "collects the block" })).toHaveTextContent(collected);
  await expect.element(peers.getByRole("row", { name: "takes 8" })).toHaveTextContent("closes at frame 10");
  await expect.element(screen.getByRole("status")).toHaveTextContent("128 frames");
});
