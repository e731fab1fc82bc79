import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { openText as open } from "../app/open-page";

/** The parts of the text with this highlight. */
function painted(name: string): string[] {
  return Array.from(CSS.highlights.get(name) ?? [], String);
}

describe("what was skipped of the text", () => {
  const [BEFORE, AFTER] = ["curl fails here since today.", "It works with nghttp, as ever."];
  const TEXT = `${BEFORE}\n\nblock: 828684410f7777772e6578616d706c652e636f6d\n\n${AFTER}\n`;

  test("is grayed, and only that", async () => {
    const screen = await open(TEXT);
    await expect.poll(() => painted("source-skipped")).toEqual([BEFORE, AFTER]);
    await userEvent.fill(screen.getByRole("textbox", { name: "Header blocks" }), "828684");
    await expect.poll(() => painted("source-skipped")).toEqual([]);
  });

  test("has its reason where the caret is in it, until Escape", async () => {
    const screen = await open(TEXT);
    const reason = screen.getByRole("tooltip");
    await expect.poll(() => painted("source-skipped")).toHaveLength(2);
    await userEvent.keyboard("{Control>}{Home}{/Control}");
    await expect.element(reason).toHaveTextContent("Skipped: not a header block");
    await expect
      .element(screen.getByRole("textbox", { name: "Header blocks" }))
      .toHaveAccessibleDescription(/Skipped: not a header block/);
    await userEvent.keyboard("{Escape}");
    await expect.element(reason).not.toBeInTheDocument();
    await userEvent.keyboard("{ArrowDown}");
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(reason).toBeVisible();
  });

  test("has its reason where the pointer is, also over the reason itself", async () => {
    const screen = await open(TEXT);
    await expect.poll(() => painted("source-skipped")).toHaveLength(2);
    const reason = screen.getByRole("tooltip");
    const field = screen.getByRole("textbox", { name: "Header blocks" });
    const letters = document.querySelector("[data-mirror]")?.firstChild as Text;
    for (const part of [BEFORE, AFTER]) {
      const range = new Range();
      range.setStart(letters, letters.data.indexOf(part));
      const [at, box] = [range.getBoundingClientRect(), field.element().getBoundingClientRect()];
      await userEvent.hover(field, { position: { x: at.x - box.x + 3, y: at.y - box.y + 5 } });
      await expect.poll(() => painted("source-reasoned")).toEqual([part]);
      await userEvent.hover(reason);
      await expect.element(reason).toHaveTextContent("Skipped: not a header block");
    }
  });

  test("is selected by the note about it, one part after the other", async () => {
    const screen = await open(TEXT);
    const notes = screen.getByRole("list", { name: "Notes on the input" });
    const note = notes.getByRole("button", { name: "2 parts skipped: not a header block" });
    const field = screen.getByRole("textbox", { name: "Header blocks" }).element() as HTMLTextAreaElement;
    for (const part of [BEFORE, AFTER, BEFORE]) {
      await userEvent.click(note);
      expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(part);
      expect(document.activeElement).toBe(field);
      await userEvent.unhover(note);
      await expect.poll(() => painted("source-reasoned")).toEqual([part]);
    }
  });

  test("is gray in an excerpt too", async () => {
    const screen = await open(`${TEXT}\nblock: ${"88".repeat(150_000)}`);
    const excerpt = screen.getByRole("group", { name: "Header blocks, an excerpt" });
    await expect.element(excerpt).toBeVisible();
    const skipped = () => [...excerpt.element().querySelectorAll("[data-tip='Skipped: not a header block']")];
    await expect.poll(() => skipped().map((part) => part.textContent)).toEqual([BEFORE, AFTER]);
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

describe("the part of a refused text that is nearest to a block", () => {
  test("is read by itself, and the whole again, with the focus on one button", async () => {
    const screen = await open("something was sent\n82 86\nor so\n");
    const input = screen.getByRole("region", { name: "Input" });
    const offer = screen.getByRole("button", { name: "Read only line 2" });
    await userEvent.click(offer);
    await expect.element(input).toHaveTextContent("hex · 1 block · 2 B");
    await expect.element(input.getByText("Only the bytes on line 2 are read.")).toBeVisible();
    await expect.poll(() => painted("source-skipped")).toEqual(["something was sent", "or so"]);
    const back = input.getByRole("button", { name: "Read the whole text" });
    await expect.element(back).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(offer).toHaveFocus();
    await expect.element(input).not.toHaveTextContent("Only the bytes");
  });
});

test("two directions in one list get a table each, and one again", async () => {
  const screen = await open("828684410161\n\n884001620163\n\n828684be\n");
  await userEvent.click(screen.getByRole("option", { name: "Block 3" }));
  // In one table the entry that the second request means is hidden by that of the response.
  const last = screen.getByRole("grid", { name: "Fields" }).getByRole("row").last();
  await expect.element(last).toHaveTextContent("b: c");
  const offer = screen.getByRole("button", { name: /^Two directions in one list/ });
  const set = screen.getByRole("button", { name: "two directions: reset" });
  await userEvent.click(offer);
  await expect.element(set).toHaveFocus();
  await expect.element(last).toHaveTextContent(":authority: a");
  await userEvent.click(set);
  await expect.element(offer).toHaveFocus();
});

test("a table that the text lists is offered to begin with", async () => {
  const table = "62 :authority: a.example\n63 te: trailers\n";
  const screen = await open(`${table}\nblock: 8286bebf\n:method: GET\n:scheme: http\nte: x\n`);
  const causes = screen.getByRole("region", { name: "What could have gone wrong" });
  await expect.element(causes).toHaveTextContent("The text lists a dynamic table of 2 entries, with which block 1");
  await userEvent.click(causes.getByRole("button", { name: "Begin with this table" }));
  const last = screen.getByRole("grid", { name: "Fields" }).getByRole("row").last();
  await expect.element(last).toHaveTextContent("te: trailers");
  const input = screen.getByRole("region", { name: "Input" });
  await expect.element(input).toHaveTextContent("differ from block 1 starting at field 3");
});
