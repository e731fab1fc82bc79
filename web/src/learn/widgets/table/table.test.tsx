import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../open";
import { bytesOfStep, textOf } from "./steps";
import { TableLife } from "./table-life";

test("entries come, push out others, and go", async () => {
  const screen = await open(<TableLife />);
  const status = screen.getByRole("status");
  const entries = screen.getByRole("table", { name: "Entries, newest first" });
  await expect.element(status).toHaveTextContent("An empty table with a maximum size of 256 bytes");
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
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

test("a limit below the maximum needs a size update, another does not", async () => {
  const screen = await open(<TableLife />);
  const status = screen.getByRole("status");
  await expect.element(status).toBeVisible();
  const insert = screen.getByRole("button", { name: /^Insert \w/ }).first();
  await userEvent.click(insert);
  await userEvent.click(screen.getByRole("button", { name: "The peer lowers the limit" }));
  await expect.element(status).toHaveTextContent("the next block must begin with a size update to 128");
  await userEvent.click(insert);
  await expect.element(status).toHaveTextContent("missing-size-update");
  await expect.element(insert).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await userEvent.click(screen.getByRole("button", { name: "Size update to 128" }));
  await userEvent.click(screen.getByRole("button", { name: "The peer lowers the limit" }));
  await expect.element(status).toHaveTextContent("no size update is needed");
  await userEvent.click(insert);
  await expect.element(status).toHaveTextContent("There was room");
});

test("the reader marks what will go, and is told whether it does", async () => {
  const screen = await open(<TableLife />);
  const status = screen.getByRole("status");
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
  await expect.element(status).toHaveTextContent("An empty table");
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
  const screen = await open(<TableLife only="insertions" />);
  const entries = screen.getByRole("table", { name: "Entries, newest first" });
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  await press("Insert host-name");
  await expect.element(entries.getByRole("row", { name: "62 host-name" })).toHaveTextContent("be");
  await press("Insert cache");
  await expect.element(entries.getByRole("row", { name: "63 host-name" })).toHaveTextContent("bf");
});

test("steps are header blocks", () => {
  expect(bytesOfStep({ do: "insert", name: "a", value: "" })).toEqual([0x40, 1, 0x61, 0]);
  const text = textOf([
    { do: "limit", limit: 128 },
    { do: "resize", maximum: 128 },
  ]);
  expect(text).toBe("# SETTINGS_HEADER_TABLE_SIZE 128\n\n3f 61");
});
