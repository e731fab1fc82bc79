import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { openPage } from "../app/open-page";

test("a frame without a header block: nothing of another block is beside it; steps go on from the block", async () => {
  const screen = await openPage("example=file-table-sizes");
  await userEvent.click(screen.getByRole("tab", { name: /^Frames/ }));
  const frames = screen.getByRole("grid", { name: "Frames" });
  await userEvent.click(frames.getByRole("row", { name: "SETTINGS" }).nth(1));
  for (const name of ["Bytes and fields", "Dynamic table", "Time per step"]) {
    const pane = screen.getByRole("region", { name });
    await expect.element(pane).toHaveTextContent(/SETTINGS\) carries no header block/);
  }
  expect(screen.getByRole("grid", { name: "Fields" }).elements()).toEqual([]);
  const isLeftToTheBrowser = () => {
    (document.activeElement as HTMLElement).blur();
    return document.dispatchEvent(new ClipboardEvent("copy", { cancelable: true }));
  };
  expect(isLeftToTheBrowser()).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Step forward" }));
  await expect.element(frames.getByRole("row", { selected: true })).toHaveTextContent("HEADERS");
  await expect.poll(isLeftToTheBrowser).toBe(false);
});

test.each(["Requests", "Frames"])("fast keys move on from one another: %s", async (name) => {
  const screen = await openPage("example=file-tls");
  await userEvent.click(screen.getByRole("tab", { name: new RegExp(`^${name}`) }));
  const selected = screen.getByRole("grid", { name }).getByRole("row", { selected: true });
  await userEvent.click(selected);
  const index = () => Number(selected.element().getAttribute("aria-rowindex"));
  const before = index();
  await userEvent.keyboard("{ArrowDown>5/}");
  await expect.poll(index).toBe(before + 5);
});

test("the summary leads to what it speaks of, and settings say what was announced and used", async () => {
  const screen = await openPage("example=file-table-sizes");
  await userEvent.click(screen.getByRole("tab", { name: "Summary" }));
  const server = screen.getByRole("region", { name: "Sent by the server" });
  await expect.element(server).toHaveTextContent(/inserted and evicted without being used|every evicted entry/);
  const largest = server.getByRole("button", { name: /^block \d+, \d+ bytes/ }).first();
  const [block = ""] = /block \d+/.exec(largest.element().getAttribute("aria-label") ?? "") ?? [];
  await userEvent.click(largest);
  await expect.element(screen.getByRole("region", { name: "Bytes" })).toHaveTextContent(`${block} `);
  await userEvent.click(screen.getByRole("tab", { name: "Settings" }));
  const table = screen.getByRole("region", { name: "Table of the server's header blocks" });
  await expect.element(table).toHaveTextContent(/client announces.*size update: the maximum in use is/s);
});

test("in a capture that began in the middle, what was found by its shape says so", async () => {
  const screen = await openPage("example=file-middle");
  await userEvent.click(screen.getByRole("tab", { name: /^Frames/ }));
  await expect.poll(() => screen.getByText("guessed start", { exact: true }).elements().length).toBeGreaterThan(1);
});
