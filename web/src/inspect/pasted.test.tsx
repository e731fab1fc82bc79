import { beforeEach, describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { App } from "../app";
import "../ui/ui.css";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** The page with a text in its input. */
async function open(text: string) {
  history.replaceState(null, "", "#");
  const screen = await render(<App />);
  await expect.element(screen.getByRole("grid", { name: "Fields" })).toBeVisible();
  await userEvent.fill(screen.getByRole("textbox", { name: "Header blocks" }), text);
  // What the page opens with is no longer there.
  await expect.element(screen.getByRole("region", { name: "Input" })).not.toHaveTextContent("3 blocks · 141 B");
  return screen;
}

/** The parts of the text that are painted in this style. */
function painted(name: string): string[] {
  return Array.from(CSS.highlights.get(name) ?? [], String);
}

describe("what was skipped of the text", () => {
  const TEXT = "the request goes out\n828684\n\nthe response comes back\n88\n";

  test("is greyed, and only that", async () => {
    const screen = await open(TEXT);
    await expect.poll(() => painted("source-skipped")).toEqual(["the request goes out", "the response comes back"]);
    await userEvent.fill(screen.getByRole("textbox", { name: "Header blocks" }), "828684");
    await expect.poll(() => painted("source-skipped")).toEqual([]);
  });

  test("has its reason where the caret is in it, until Escape", async () => {
    const screen = await open(TEXT);
    const reason = screen.getByRole("tooltip");
    await expect.poll(() => painted("source-skipped")).toHaveLength(2);
    await userEvent.keyboard("{Control>}{Home}{/Control}");
    await expect.element(reason).toHaveTextContent("Skipped: a line without bytes");
    await expect
      .element(screen.getByRole("textbox", { name: "Header blocks" }))
      .toHaveAccessibleDescription(/Skipped: a line without bytes/);
    await userEvent.keyboard("{Escape}");
    await expect.element(reason).not.toBeInTheDocument();
    await userEvent.keyboard("{ArrowDown}");
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(reason).toBeVisible();
  });

  test("is selected by the note that is about it", async () => {
    const screen = await open(TEXT);
    const notes = screen.getByRole("list", { name: "Notes on the input" });
    await userEvent.click(notes.getByRole("button", { name: /^line 4, column 1: skipped: a line without bytes$/ }));
    const field = screen.getByRole("textbox", { name: "Header blocks" }).element() as HTMLTextAreaElement;
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe("the response comes back");
    expect(document.activeElement).toBe(field);
    await expect.poll(() => painted("source-reasoned")).toEqual(["the response comes back"]);
  });

  test("is grey in an excerpt too", async () => {
    const screen = await open(`${TEXT}${"88".repeat(150_000)}`);
    const excerpt = screen.getByRole("group", { name: "Header blocks, an excerpt" });
    await expect.element(excerpt.getByTitle("Skipped: a line without bytes").first()).toBeVisible();
    expect(
      excerpt
        .getByTitle(/^Skipped/)
        .elements()
        .map((part) => part.textContent),
    ).toEqual(["the request goes out", "the response comes back"]);
  });
});

test("an ambiguous text is read as the other notation, and back", async () => {
  const screen = await open("202 206 204 101");
  const input = screen.getByRole("region", { name: "Input" });
  await expect.element(input.getByText(/octal numbers or decimal numbers/)).toBeVisible();
  await expect.element(input.getByText("ambiguous", { exact: true })).toBeVisible();
  await userEvent.click(input.getByRole("button", { name: "Read as decimal numbers" }));
  await expect.element(input).toHaveTextContent("decimal · 1 block");
  await userEvent.click(input.getByRole("button", { name: "Read as octal numbers" }));
  await expect.element(input).toHaveTextContent("octal · 1 block");
});

test("two directions in one list get a table each, and one again", async () => {
  const screen = await open("828684\n\n88\n");
  const offer = screen.getByRole("button", { name: /^Two directions in one list/ });
  const set = screen.getByRole("button", { name: "two directions: reset" });
  await userEvent.click(offer);
  await expect.element(set).toHaveFocus();
  await userEvent.click(set);
  await expect.element(offer).toHaveFocus();
});
