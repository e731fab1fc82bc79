import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../open";
import { IndexLine } from "./index-line";
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
  await expect.element(status).toHaveTextContent("To make room, 1 entry was evicted");
  await expect.element(entries.getByRole("row", { name: "evicted host-name" })).toBeVisible();
  await press("Size update to 128");
  await expect.element(status).toHaveTextContent("3f 61: the maximum size is now 128 bytes");
  await press("Insert an entry larger");
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

test("indexes run on from the static table, and shift", async () => {
  const screen = await open(<IndexLine />);
  const bytes = (index: number) => screen.getByRole("table", { name: `Bytes of index ${index}` });
  await expect.element(bytes(2)).toHaveTextContent("the whole field82");
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  await press("Insert color");
  await userEvent.click(screen.getByRole("radio", { name: "index 62, color: blue" }));
  await expect.element(bytes(62)).toHaveTextContent("the whole fieldbe");
  await expect.element(bytes(62)).toHaveTextContent("without indexing0f 2f");
  await press("Insert shape");
  await expect.element(screen.getByRole("radio", { name: "index 63, color: blue" })).toBeVisible();
  await expect.element(bytes(62)).toHaveTextContent("shape: round");
  for (const name of ["Insert size", "Insert taste", "Insert smell"]) await press(name);
  await expect.element(screen.getByRole("status")).toHaveTextContent("the oldest, color, was evicted");
  await userEvent.click(screen.getByRole("radio", { name: "index 1, :authority, empty value" }));
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{Enter}");
  await expect.element(bytes(3)).toHaveTextContent("the whole field83");
  await userEvent.fill(screen.getByRole("textbox", { name: "Index" }), "99");
  await expect.element(screen.getByRole("status")).toHaveTextContent("the tables end at 65");
});

test("steps are header blocks", () => {
  expect(bytesOfStep({ do: "insert", name: "a", value: "" })).toEqual([0x40, 1, 0x61, 0]);
  const text = textOf([
    { do: "limit", limit: 128 },
    { do: "resize", maximum: 128 },
  ]);
  expect(text).toBe("# SETTINGS_HEADER_TABLE_SIZE 128\n\n3f 61");
});
