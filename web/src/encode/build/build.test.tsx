import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import HAR from "../../../../tests/paste/nghttp.har?raw";
import { openAt } from "../../app/open-page";

/** Opens Encode, and writes fields. */
async function open(...fields: [name: string, value: string][]) {
  const screen = await openAt("view=encode");
  const name = (number: number) => screen.getByRole("textbox", { name: `Name of field ${number}`, exact: true });
  const value = (number: number) => screen.getByRole("textbox", { name: `Value of field ${number}`, exact: true });
  await userEvent.click(name(1));
  for (const text of fields.flat()) await userEvent.keyboard(`${text}{Enter}`);
  const grid = screen.getByRole("button", { name: "Grid", pressed: false });
  const hex = () => {
    // Lines of the list leave out some of many bytes.
    if (grid.elements().length > 0) (grid.element() as HTMLElement).click();
    return Array.from(document.querySelectorAll("[aria-label=Bytes] [data-byte]"), (e) => e.textContent).join("");
  };
  return { screen, name, value, hex };
}

test("representations that differ only in the name's index are one, with the index to choose", async () => {
  const { screen, name, hex } = await open([":status", "302"]);
  await userEvent.click(name(1));
  const ways = screen.getByRole("radiogroup", { name: "Representations of the field" });
  await expect.poll(() => ways.getByText("fewest bytes").elements().length).toBe(3);
  const index = ways.getByRole("combobox", { name: "Index of the name" }).first();
  await userEvent.selectOptions(index, "10");
  await expect.poll(hex).toMatch(/^4a/);
  await expect.element(index).toHaveValue("10");
});

test("another representation is chosen, left to the policy again, and refused where it is no longer legal", async () => {
  const { screen, name, hex } = await open(["custom-key", "custom-header"]);
  await userEvent.click(name(1));
  const ways = screen.getByRole("radiogroup", { name: "Representations of the field" }).getByRole("radio");
  await expect.poll(() => ways.elements().length).toBe(12);
  await userEvent.click(screen.getByRole("radio", { name: /^incremental name plain, value plain 26 B/ }));
  // RFC 7541 C.2.1.
  await expect.poll(hex).toBe("400a637573746f6d2d6b65790d637573746f6d2d686561646572");
  await userEvent.click(screen.getByRole("button", { name: "Let the policy choose" }));
  await expect.poll(hex).toBe("408825a849e95ba97d7f8925a849e95a728e42d9");

  // A second one refers to the entry of the first; moved to the top, it has none to refer to.
  await userEvent.click(name(2));
  await userEvent.keyboard("custom-key{Enter}custom-header{Enter}");
  await userEvent.click(name(2));
  await userEvent.click(screen.getByRole("radio", { name: /^without indexing name by index 62, value plain/ }));
  await userEvent.click(name(2));
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await expect.element(screen.getByText("The chosen representation is not legal here")).toBeVisible();
  await expect.element(name(1)).toHaveFocus();
});

test("fields are sensitive, removed, and checked", async () => {
  const { screen, name } = await open(["custom-key", "custom-header"], [":path", "/"]);
  await userEvent.click(screen.getByRole("button", { name: /^Field 1: incremental/ }));
  await expect.poll(() => (document.activeElement as HTMLInputElement | null)?.type).toBe("radio");
  await userEvent.click(screen.getByRole("button", { name: "Field 1 is sensitive" }));
  await expect.element(screen.getByRole("button", { name: /^Field 1: never/ })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Remove field 1" }));
  await expect.element(name(1)).toHaveValue(":path");
  await userEvent.fill(name(1), "Accept");
  await expect.element(screen.getByText("has uppercase letters")).toBeVisible();
});

test("frames: padding and CONTINUATION, and what they can't be", async () => {
  const { screen, value } = await open();
  await userEvent.keyboard("x");
  await userEvent.fill(value(1), "é".repeat(10_000));
  await userEvent.click(screen.getByRole("button", { name: "Frames", exact: true }));
  const frames = screen.getByRole("grid", { name: "Fields" }).getByRole("row").filter({ hasText: "stream 1" });
  await expect.element(frames.nth(1)).toHaveTextContent("CONTINUATION frame END_HEADERS");
  await userEvent.fill(screen.getByRole("textbox", { name: "Padding, bytes" }), "7");
  await expect.element(frames.first()).toHaveTextContent("PADDED");
  await userEvent.fill(screen.getByRole("textbox", { name: "PUSH_PROMISE of stream" }), "3");
  await expect.element(screen.getByText("cannot be promised")).toBeVisible();
});

test("all responses are taken out of a HAR archive", async () => {
  const { screen, name, hex } = await open();
  await userEvent.upload(screen.getByLabelText("HAR archive"), new File([HAR], "session.har"));
  await userEvent.click(screen.getByRole("button", { name: "All responses" }));
  await expect.element(name(1)).toHaveValue(":status");
  await expect.poll(hex).toMatch(/^88/);
  expect(screen.getByRole("list", { name: "Blocks" }).getByRole("listitem").elements().length).toBeGreaterThan(1);
});
