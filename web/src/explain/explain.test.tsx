import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { openAt, openText } from "../app/open-page";

const steps = () => document.querySelectorAll("section[id^=step-]").length;

test("without a block in the address the first one is shown; its head and its end lead on, to every field and table", async () => {
  const screen = await openAt("view=explain&example=rfc7541-c6");
  const title = screen.getByRole("heading", { level: 1 });
  await expect.element(title).toHaveTextContent("RFC 7541 C.6.1");
  await userEvent.click(screen.getByRole("button", { name: "Block 2 →" }).first());
  await expect.element(title).toHaveTextContent("RFC 7541 C.6.2");
  await userEvent.click(screen.getByRole("button", { name: "Block 3 →" }).last());
  await expect.element(title).toHaveTextContent("RFC 7541 C.6.3");
  await expect.poll(steps).toBe(6);
  const after = screen.getByRole("table", { name: "Table after this block" });
  await expect.element(after.getByRole("row", { name: "62 set-cookie" })).toHaveTextContent("98");
  const last = screen.getByRole("table", { name: "Table after step 6" }).getByRole("row");
  const marks = last.elements().map(({ textContent }) => /(inserted|evicted) by this step/.exec(textContent)?.[1]);
  expect(marks.filter((mark) => mark !== undefined).sort()).toEqual(["evicted", "evicted", "inserted"]);
});

test.each(["missing-size-update", "truncated"])("the error %s is a step of its own", async (code) => {
  const screen = await openAt(`view=explain&example=broken-${code}`);
  await expect.element(screen.getByRole("note", { name: "Error" })).toHaveTextContent(code);
  const error = document.getElementById("error");
  expect(error?.querySelector("h2")?.textContent).toContain(code);
  expect(error?.querySelector("h2 a")?.getAttribute("href")).toMatch(/&error=\d+$/);
});

test("a block of 10,000 fields of a person's own is drawn a part at a time, and in no link", async () => {
  const screen = await openText("82".repeat(10_000));
  await userEvent.click(screen.getByRole("heading", { name: "Blocks" }));
  await userEvent.keyboard("x");
  await expect.poll(steps).toBe(200);
  await expect.element(screen.getByText("The links here lead back in this tab alone.")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Link to step 4", exact: true }))
    .toHaveAttribute("href", "#view=explain&step=4");
  await userEvent.click(screen.getByRole("button", { name: "Show 200 more of 10,000 steps" }));
  await expect.poll(steps).toBe(400);
});
