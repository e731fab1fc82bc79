import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { openPage, openText } from "../app/open-page";

/** What is written to the clipboard. */
function clipboard() {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  return () => write.mock.lastCall?.[0] ?? "";
}

/** A request with a cookie, and one that asks for an entry that is not there. */
const BROKEN = "request a: 82 86 84 40 06 63 6f 6f 6b 69 65 06 61 3d 31 32 33 34\n\nrequest b: 82 86 be c0 82 84";

test("the report of an error has the sentence, the bytes up to it, the fields and the links, masked", async () => {
  const copied = clipboard();
  const screen = await openText(BROKEN);
  const verdict = screen.getByRole("region", { name: "Verdict" });
  await expect
    .element(verdict.getByRole("heading", { level: 2 }))
    .toHaveTextContent("Block 2 (request b) can’t be decoded: index 64 is beyond the end of the tables.");
  await expect.element(verdict).toHaveTextContent("Byte 3 (c0): the last entry is 62");
  await userEvent.click(verdict.getByRole("button", { name: "Copy report" }));
  await expect.element(verdict.getByText("2 values masked: cookie (2). Share can keep them.")).toBeVisible();
  await expect.poll(copied).toContain("**Block 2 can’t be decoded: index 64 is beyond the end of the tables.**");
  const report = copied();
  expect(report).toContain("[RFC 7541 §2.3.3](https://www.rfc-editor.org/rfc/rfc7541#section-2.3.3)");
  expect(report).toContain("\n    82 86 be c0\n");
  expect(report).toMatch(/\| 2 \| indexed 6 \| :scheme \| http \|\n\| 3 \| indexed 62 \| cookie \| /);
  expect(report).toContain("2 values masked: cookie (2).");
  expect(report).not.toMatch(/1234|request b/);
  const [link = ""] = /(?<=\[Open in HPACK Inspector\]\()[^)]*/.exec(report) ?? [];
  await userEvent.click(verdict.getByRole("button", { name: "Copy link" }));
  await expect.poll(copied).toBe(link);
  expect(new URL(link).hash).toMatch(/^#text=/);
});

test("from another block the verdict leads to the error, and an example's link has its name alone", async () => {
  const copied = clipboard();
  const screen = await openPage("example=broken-index-out-of-range");
  const verdict = screen.getByRole("region", { name: "Verdict" });
  await expect.element(verdict).toBeVisible();
  expect(verdict.getByRole("button", { name: "Go to the error" }).elements()).toEqual([]);
  const blocks = screen.getByRole("listbox", { name: "Blocks" }).getByRole("option");
  await userEvent.click(blocks.nth(0));
  await userEvent.click(verdict.getByRole("button", { name: "Go to the error" }));
  await expect.element(blocks.nth(1)).toHaveAttribute("aria-selected", "true");
  await userEvent.click(verdict.getByRole("button", { name: "Copy link" }));
  await expect.poll(() => new URL(copied()).hash).toMatch(/^#example=broken-index-out-of-range/);
  await userEvent.click(verdict.getByRole("button", { name: "Present" }));
  await expect.element(screen.getByRole("dialog", { name: "Presenter mode" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(verdict.getByRole("button", { name: "Explain" }));
  await expect.element(screen.getByRole("note", { name: "Error" })).toBeVisible();
});

test("what is said of a refused text is what it is and what to copy instead, and its fields can be encoded", async () => {
  const screen = await openText("GET /login HTTP/2\nhost: example.com\naccept: */*\n");
  const verdict = screen.getByRole("region", { name: "Verdict" });
  await expect
    .element(verdict.getByRole("heading", { level: 2 }))
    .toHaveTextContent("Not decoded. These are header fields as text, already decoded");
  await expect.element(verdict).toHaveTextContent("Copy the bytes of a HEADERS frame instead");
  await userEvent.click(verdict.getByRole("button", { name: "Encode these fields" }));
  await expect.element(screen.getByRole("textbox", { name: "Value of field 2", exact: true })).toHaveValue("/login");
});
