import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "./open";
import { TableLife } from "./table-life";

async function opened(widget = <TableLife />) {
  const screen = await open(widget);
  const status = screen.getByRole("status");
  await expect.element(status).toHaveTextContent("An empty table");
  return {
    screen,
    status,
    entries: screen.getByRole("table", { name: "Entries, newest first" }),
    press: (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name })),
  };
}

test("entries come, push out others, and go", async () => {
  const { screen, status, entries, press } = await opened();
  await press("Insert host-name");
  await expect.element(status).toHaveTextContent("9 + 15 + 32 = 56 bytes. There was room");
  for (const name of ["Insert cache", "Insert x-trace", "Insert accept", "Insert priority"]) await press(name);
  await expect.element(entries.getByRole("row", { name: "62 priority" })).toBeVisible();
  await expect.element(entries.getByRole("row", { name: "66 host-name" })).toBeVisible();
  await press("Insert cookie");
  await press("See which go");
  await expect.element(status).toHaveTextContent("To make room, 1 entry was evicted");
  await expect.element(entries.getByRole("row", { name: "evicted host-name" })).toBeVisible();
  await press("Size update to 128");
  await press("See which go");
  await expect.element(status).toHaveTextContent("3f 61: the maximum size is now 128 bytes");
  await press("Insert an entry larger");
  await press("See which go");
  await expect.element(status).toHaveTextContent("9 + 240 + 32 = 281 bytes: more than the maximum size");
  await expect.element(screen.getByRole("meter")).toHaveAttribute("aria-valuetext", "0 of 128 bytes");
  await press("Undo");
  await expect.element(status).toHaveTextContent("the maximum size is now 128 bytes");
  await press("Start over");
  await expect.element(status).toHaveTextContent("An empty table");
});

test("the reader marks what will go, and is told whether it does", async () => {
  const { screen, status, press } = await opened();
  for (const name of ["host-name", "cache", "x-trace", "accept", "priority"]) await press(`Insert ${name}`);
  for (const [marked, verdict] of [
    ["62", "Not just those that you marked."],
    ["66", "Just those that you marked."],
  ] as const) {
    await press("Insert cookie");
    await expect.element(status).toHaveTextContent("Which entries will go?");
    await userEvent.click(screen.getByRole("checkbox", { name: marked }));
    await press("See which go");
    await expect.element(status).toHaveTextContent(verdict);
    await press("Undo");
  }
});

test("each insertion raises the older indexes, and changes the bytes that stand for the entries", async () => {
  const { entries, press } = await opened(<TableLife only="insertions" />);
  await press("Insert host-name");
  await expect.element(entries.getByRole("row", { name: "62 host-name" })).toHaveTextContent("be");
  await press("Insert cache");
  await expect.element(entries.getByRole("row", { name: "63 host-name" })).toHaveTextContent("bf");
});
