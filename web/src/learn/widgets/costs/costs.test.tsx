import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../open";
import { Bomb } from "./bomb";
import { Flood } from "./flood";

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

test.each([
  ["new fields", "closes at frame 4", "2.1 MB"],
  ["references to one large entry", "closes at frame 1", "2.1 MB"],
  ["nothing (empty frames)", "still below the limit", "0 B"],
])("a flood of %s: who holds what", async (content, ends, collected) => {
  const screen = await open(<Flood />);
  const select = screen.getByRole("combobox", { name: "Each frame contains" });
  await expect.element(select).toBeVisible();
  await userEvent.selectOptions(select, content);
  const peers = screen.getByRole("table", { name: "What peers hold" });
  await expect.element(peers.getByRole("row", { name: "up to the limit" })).toHaveTextContent(ends);
  await expect.element(peers.getByRole("row", { name: "collects the block" })).toHaveTextContent(collected);
  await expect.element(peers.getByRole("row", { name: "takes at most 8" })).toHaveTextContent("closes at frame 10");
  await expect.element(screen.getByRole("status")).toHaveTextContent("128 frames");
});

test("the plot of a flood says its scale, and has a line for each peer of the table", async () => {
  const screen = await open(<Flood />);
  const plot = screen.getByRole("img", { name: /on a logarithmic scale/ });
  await expect.element(plot).toBeVisible();
  expect(plot.element().querySelector("text")?.textContent).toBe("bytes held, on a logarithmic scale");
  const peers = [...screen.getByRole("table", { name: "What peers hold" }).element().querySelectorAll("tbody tr")];
  const kinds = peers.map((row) => row.querySelector<HTMLElement>("[data-of]")?.dataset.of);
  const lines = [...plot.element().querySelectorAll("polyline")].map((line) => line.dataset.of);
  expect(lines).toEqual(kinds);
  expect(lines).toHaveLength(4);
});
