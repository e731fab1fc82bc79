import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { openPage as open, openText } from "../app/open-page";

/** The grid stays where a test before has shown it. */
async function showGrid(screen: Awaited<ReturnType<typeof open>>) {
  const isShown = async () => {
    const button = screen.getByRole("button", { name: "Grid" }).query();
    if (button?.getAttribute("aria-pressed") === "false") await userEvent.click(button);
    return button?.getAttribute("aria-pressed");
  };
  await expect.poll(isShown).toBe("true");
}

describe("the panes, at an example", () => {
  test.each([
    ["This step", "26 → content-encoding"],
    ["This step", "Value: Huffman, 3 bytes"],
    ["This step", "The entry takes 16 + 4 + 32 = 52 bytes."],
    ["Dynamic table", "222 of 256 bytes · 4 entries · 1 inserted · 1 evicted"],
    ["Blocks", "62% smaller"],
    ["Bytes and fields", "6 fields · 79 B encoded, 180 B decoded"],
    ["Input", "hex · 3 blocks · 141 B"],
  ])("%s: %s", async (pane, text) => {
    const screen = await open();
    await expect.element(screen.getByRole("region", { name: pane })).toHaveTextContent(text);
  });

  test("the characters of the value, with their codes", async () => {
    const screen = await open();
    const characters = screen.getByRole("list", { name: "Characters of the value" }).getByRole("listitem");
    await expect.element(characters.nth(3)).toBeVisible();
    expect(characters.elements().map((character) => character.textContent)).toEqual([
      "g100110",
      "z1111011",
      "i00110",
      "p101011",
    ]);
  });

  test("how the engines read the value: asked for, then counted and cut", async () => {
    const screen = await open();
    const table = screen.getByRole("table", { name: "Look-ups in the value, by engine" });
    const summary = screen.getByText("How the engines read it");
    await expect.element(summary).toBeVisible();
    expect(table.elements()).toHaveLength(0);
    await userEvent.click(summary);
    // “gzip” has codes of 6, 7, 5 and 6 bits.
    const cells = (engine: string) =>
      table
        .getByRole("row", { name: engine })
        .getByRole("cell")
        .elements()
        .map((cell) => cell.textContent);
    await expect.element(table.getByRole("row", { name: "14-bit window" })).toBeVisible();
    expect(cells("bit by bit")).toEqual(["24", "1", "0.17", "none"]);
    expect(cells("4-bit states")).toEqual(["6", "4", "0.67", "none"]);
    expect(cells("14-bit window")).toEqual(["2", "12", "2", "none"]);
    const strips = screen.getByRole("group", { name: "Bits of the value, cut into look-ups" });
    await expect.element(strips.getByRole("img", { name: "14-bit window: 13, 11 bits" })).toBeVisible();
    await expect.element(strips.getByRole("img", { name: "8-bit tables: 6, 7, 5, 6 bits" })).toBeVisible();
  });

  test("a byte is reached by arrow keys in the byte grid, which a key shows and hides", async () => {
    const screen = await open();
    const grid = screen.getByRole("grid", { name: "Bytes" });
    expect(grid.elements()).toEqual([]);
    await userEvent.keyboard("g");
    await userEvent.click(screen.getByRole("gridcell", { name: "byte 26:" }));
    await userEvent.keyboard("{ArrowRight}");
    const selected = screen.getByRole("grid", { name: "Fields" }).getByRole("row", { selected: true });
    await expect.element(selected).toHaveTextContent("content-encoding");
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(selected).toHaveTextContent("location");
    await userEvent.keyboard("g");
    await expect.poll(() => grid.elements()).toEqual([]);
    await expect.element(screen.getByRole("grid", { name: "Fields" })).toHaveFocus();
  });

  test("each line: bytes, name and value, where from, and the time once it is measured", async () => {
    const screen = await open();
    const lines = screen.getByRole("grid", { name: "Fields" }).getByRole("row");
    await expect.poll(() => lines.elements().length).toBe(7);
    const times = () => lines.elements().map((line) => line.lastElementChild?.textContent ?? "");
    await expect
      .poll(() =>
        times()
          .slice(1)
          .every((time) => /^[\d.]+ (ns|µs)$/.test(time)),
      )
      .toBe(true);
    await expect
      .element(screen.getByRole("region", { name: "Bytes and fields" }))
      .toHaveTextContent(/block 3: [\d.]+ (ns|µs) ·/);
    const shown = lines
      .elements()
      .map((line) => Array.from(line.children, (cell) => cell.textContent.trim()).slice(0, 3));
    expect(shown).toEqual([
      ["bytes", "field", "where from"],
      ["88", ":status: 200", "indexed: static 8"],
      ["c1", "cache-control: private", "indexed: entry 65"],
      [
        expect.stringMatching(/^61 96 d0 .* …$/),
        "date: Mon, 21 Oct 2013 20:13:22 GMT",
        "incremental: adds 62, evicts 65",
      ],
      ["c0", "location: https://www.example.com", "indexed: entry 64"],
      ["5a 83 9b d9 ab", "content-encoding: gzip", "incremental: adds 62, evicts 65"],
      [
        expect.stringMatching(/^77 ad 94 .* …$/),
        "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
        "incremental: adds 62, evicts 64–65",
      ],
    ]);
    // Integers and the representation's first bits are bold, strings are not.
    const bold = lines.nth(5).element().querySelectorAll("[data-byte]:not([data-string])");
    expect(Array.from(bold, (byte) => byte.textContent)).toEqual(["5a", "83"]);
  });

  test("a long line opens by a key or its button, pushes the next ones down, and closes", async () => {
    const screen = await open();
    const lines = screen.getByRole("grid", { name: "Fields" }).getByRole("row");
    const top = (line: number) => lines.nth(line).element().getBoundingClientRect().top;
    await userEvent.click(lines.nth(3));
    const closed = top(4) - top(3);
    await userEvent.keyboard("{Enter}");
    await expect.element(lines.nth(3)).toHaveTextContent("a6 2d 1b ff less");
    await expect.poll(() => top(4) - top(3)).toBeGreaterThan(closed + 10);
    await userEvent.click(screen.getByRole("button", { name: "Less of line 3" }));
    await expect.poll(() => top(4) - top(3)).toBe(closed);
    await userEvent.click(screen.getByRole("button", { name: "All of line 6" }));
    await expect.element(lines.nth(6)).toHaveTextContent("50 07 less");
  });

  test("a byte of a line is selected in the grid and in the step, and the other way round", async () => {
    const screen = await open();
    await showGrid(screen);
    const byte = (at: number) => `[aria-label=Fields] [data-byte="${at}"]`;
    await expect.poll(() => document.querySelector(byte(28))).not.toBeNull();
    await userEvent.click(document.querySelector(byte(28)) as HTMLElement);
    await expect.poll(() => document.querySelector("#bytes [data-chosen]")?.id).toBe("byte-28");
    await userEvent.click(screen.getByRole("gridcell", { name: "byte 77:" }));
    // An unopened line shows the selected byte.
    await expect.poll(() => document.querySelector("[aria-label=Fields] [data-chosen]")?.textContent).toBe("50");
  });
});

test("an opened line says how many bytes it leaves out", async () => {
  // A literal with a value of 600 bytes, 606 in all.
  const screen = await openText(`4001617fd903${"62".repeat(600)}`);
  const line = screen.getByRole("grid", { name: "Fields" }).getByRole("row").nth(1);
  await userEvent.click(screen.getByRole("button", { name: "All of line 1" }));
  await expect.element(line).toHaveTextContent(/62 62 … 94 more bytes less/);
});

describe("bars are told apart without their colors", () => {
  /** The distinct ways in which the elements are drawn, colors left out. */
  function patternsOf(selector: string): string[] {
    const images = Array.from(document.querySelectorAll(selector), (bar) => getComputedStyle(bar).backgroundImage);
    return [
      ...new Set(images.map((image) => image.replaceAll(/(rgb|oklab|color)a?\((?!0, 0, 0, 0\))[^)]*\)/g, "ink"))),
    ];
  }

  test("blocks: a pattern for each of the five representations", async () => {
    const screen = await open("example=capture-node");
    await expect.element(screen.getByRole("listbox", { name: "Blocks" }).getByRole("option").first()).toBeVisible();
    const kinds = ["indexed", "incremental", "without", "never", "size-update"];
    await expect
      .poll(() => kinds.map((kind) => patternsOf(`[data-kind-bar] > [data-kind=${kind}]`).length))
      .toEqual([1, 1, 1, 1, 1]);
    const patterns = patternsOf("[data-kind-bar] > *");
    expect(patterns).toHaveLength(kinds.length);
    expect(patterns).not.toContain("none");
  });

  test("the table: an entry that is new, and those that were there", async () => {
    await open();
    await expect.poll(() => patternsOf("[data-fill-bar] > [data-new]")).toHaveLength(1);
    expect(patternsOf("[data-fill-bar] > *")).toHaveLength(2);
  });

  test("times: the pattern of each step's representation", async () => {
    await open();
    await expect.poll(() => patternsOf("[data-kind=indexed] > [data-median]")).toHaveLength(1);
    expect(patternsOf("[data-median]")).toHaveLength(2);
  });
});

test("the table size that a text sets is the one that the options show", async () => {
  const screen = await open();
  await userEvent.click(screen.getByRole("button", { name: "Options…" }));
  await expect.element(screen.getByRole("dialog")).toHaveTextContent("256, set by the text");
});

describe("what is said of a field", () => {
  test.each([
    ["an indexed field", "82", ":method", "The first bit, 1, means"],
    ["a field never indexed", "100870617373776f726406736563726574", "password", "no intermediary may add to a table"],
    ["a size update", "3fe101 82", "maximum size", "The maximum becomes 256 bytes"],
    ["an entry larger than the table", "20 40 01 61 01 62", "a", "larger than the table's maximum"],
    ["a superfluous byte", "ff80 00 40 01 61 01 62", "", "could have been left out"],
  ])("%s", async (_, hex, name, text) => {
    const screen = await openText(hex);
    const fields = screen.getByRole("grid", { name: "Fields" });
    if (name !== "") await userEvent.click(fields.getByText(name, { exact: true }).first());
    await expect.element(screen.getByRole("region", { name: "This step" })).toHaveTextContent(text);
  });
});

test.each([
  ["by a size update", "4001610162 4001610163\n\n20 82", "evicts 62–63"],
  ["by an entry larger than the table", "3f03 4001610162\n\n4001610262 63", "too large to add, evicts 62"],
  ["far from the block’s first field", `82\n\n3f45 ${"4001610162 ".repeat(300)}`, "adds 62, evicts 63"],
])("entries evicted %s", async (_, hex, where) => {
  const screen = await openText(hex);
  await userEvent.click(screen.getByRole("option", { name: "Block 2" }));
  await userEvent.click(screen.getByRole("grid", { name: "Fields" }).getByRole("row", { selected: true }));
  if (hex.length > 100) await userEvent.keyboard("{End}");
  await expect.element(screen.getByRole("row", { selected: true })).toHaveTextContent(where);
});

/** One of each way in which an error is shown; where every example goes wrong is tested with the packages. */
test.each<[code: string, phrase: string, at: number, bit: number | null, rows: number, section: string]>([
  ["truncated", "the block ends before a string", 10, null, 1, "RFC 7541 §6.2"],
  ["huffman-eos", "EOS code in a string", 15, 2, 1, "RFC 7541 §5.2"],
  ["huffman-padding-too-long", "10 bits of padding", 14, null, 1, "RFC 7541 §5.2"],
  ["index-out-of-range", "index 63 doesn’t exist", 1, null, 1, "RFC 7541 §2.3.3"],
  ["missing-size-update", "no size update", 0, null, 0, "RFC 7541 §4.2"],
])("a broken block: %s", async (code, phrase, at, bit, rows, section) => {
  const screen = await open(`example=broken-${code}`);
  const verdict = screen.getByRole("region", { name: "Verdict" });
  await expect.element(verdict).toHaveTextContent(new RegExp(`Byte ${at}.*(conforming|COMPRESSION_ERROR)`));
  await expect.element(verdict.getByRole("link", { name: section }).last()).toBeVisible();
  const lines = screen.getByRole("grid", { name: "Fields" }).getByRole("row");
  await expect.element(lines.nth(rows + 1)).toHaveTextContent(new RegExp(`${phrase}.*byte ${at}`));
  await expect.element(screen.getByRole("note", { name: "Error" })).toHaveTextContent(code);
  // A single bit is at error in Huffman-coded strings alone, and a block cut short has no byte there.
  expect(/bit (\d)/.exec(verdict.element().textContent)?.[1] ?? null).toBe(bit?.toString() ?? null);
  const marked = Array.from(
    document.querySelectorAll<HTMLElement>("[aria-label=Fields] [data-error]"),
    ({ dataset }) => dataset.byte,
  );
  expect(marked).toEqual(code === "truncated" ? [] : [`${at}`]);
});

test("from the middle: decoded so, it stays at the field of the error, until the chip is pressed", async () => {
  const screen = await openText("82\n\n84 86 be 82");
  await userEvent.click(screen.getByRole("button", { name: "Decode as mid-connection data" }));
  const selected = screen.getByRole("grid", { name: "Fields" }).getByRole("row", { selected: true });
  await expect.element(selected).toHaveTextContent("sent earlier");
  await expect.element(screen.getByRole("option", { name: "Block 2" })).toHaveAttribute("aria-selected", "true");
  await userEvent.click(screen.getByRole("button", { name: "start unknown: reset" }));
  await expect.element(screen.getByRole("note", { name: "Error" })).toBeVisible();
});

test("after a preface nothing is missing: reasons in place of a cause, and the index that is asked for", async () => {
  const preface = "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a000000040000000000";
  const screen = await openText(`${preface}000011010500000001828684418cf1e3c2e5f23a6ba0ab90f4ff00000201050000000382c6`);
  const reasons = screen.getByRole("list", { name: "Ruled out" }).getByRole("listitem");
  await expect.element(reasons.first()).toHaveTextContent("Nothing is missing before this block");
  expect(reasons.elements()).toHaveLength(3);
  await expect.element(screen.getByText("70: asked for, but no entry has this index")).toBeVisible();
  expect(screen.getByRole("button", { name: "Decode as mid-connection data" }).elements()).toEqual([]);
  const causes = screen.getByRole("region", { name: "What could have gone wrong" });
  await expect.element(causes.getByRole("list", { name: "Possible" })).toHaveTextContent("entries that it never sent");
  expect(causes.getByRole("button").elements()).toEqual([]);
});

test("a frame that is cut shows the fields before the cut, and how much is missing", async () => {
  const screen = await openText("000028010500000001828684418cf1e3c2e5f23a6ba0ab90f4ff");
  await expect.element(screen.getByRole("option", { name: "Block 1" })).toHaveTextContent("cut");
  const fields = screen.getByRole("region", { name: "Fields" });
  await expect.element(fields).toHaveTextContent("www.example.com");
  const verdict = screen.getByRole("region", { name: "Verdict" });
  await expect.element(verdict).toHaveTextContent("Stream 1’s HEADERS is cut at byte 17.");
  await expect.element(verdict).toHaveTextContent("23 of its 40 bytes are missing");
});

test("entries that were in the table can be typed", async () => {
  const screen = await openText("82 be bf");
  await userEvent.click(screen.getByRole("button", { name: "Options…" }));
  await userEvent.fill(screen.getByRole("textbox", { name: "Entries in the table" }), "x-new: 2\nx-old: 1");
  const fields = screen.getByRole("grid", { name: "Fields" });
  await expect.element(fields.getByRole("row", { name: "x-new: 2" })).toBeVisible();
  await expect.element(fields.getByRole("row", { name: "x-old: 1" })).toBeVisible();
});

test("all 32 examples are one press further than the first six, and can be looked through", async () => {
  const screen = await open();
  await userEvent.click(screen.getByRole("button", { name: "Examples" }));
  const examples = screen.getByRole("menu", { name: "Examples" }).getByRole("menuitem");
  await expect.poll(() => examples.elements().length).toBe(6);
  await userEvent.click(screen.getByRole("button", { name: /^All \d+ examples/ }));
  await expect.poll(() => examples.elements().length).toBe(32);
  await userEvent.fill(screen.getByRole("searchbox", { name: "Find an example" }), "eos");
  await userEvent.click(examples);
  await expect.poll(() => location.hash).toBe("#example=broken-huffman-eos");
});

test("the place of what is refused leads into the text", async () => {
  const screen = await openText("8286 84\n41 8c f1 e3 c2 8z f2\n");
  await userEvent.click(screen.getByRole("button", { name: /^Line 2, column/ }));
  const field = screen.getByRole("textbox", { name: "Header blocks" }).element() as HTMLTextAreaElement;
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe("z");
});

test("what the pointer is over lights up in the bytes and in the text", async () => {
  const screen = await open();
  await showGrid(screen);
  await userEvent.hover(screen.getByRole("grid", { name: "Fields" }).getByRole("row").nth(3));
  await expect.poll(() => document.querySelectorAll("#bytes [data-byte][data-over]").length).toBe(24);
  const lit = () =>
    Array.from(CSS.highlights.get("source-over") ?? [], String)
      .join("")
      .replaceAll(/\s/g, "");
  await expect.poll(lit).toBe("6196d07abe941054d444a8200595040b8166e084a62d1bff");
});

test("in a long block, the visible steps are measured", async () => {
  const screen = await openText("82".repeat(1000));
  const grid = screen.getByRole("grid", { name: "Fields" });
  const selected = grid.getByRole("row", { selected: true });
  for (const [key, line] of [
    ["{Home}", "2"],
    ["{End}", "1001"],
  ]) {
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard(key as string);
    await expect.element(selected).toHaveAttribute("aria-rowindex", line);
    await expect.element(selected).toHaveTextContent(/\d (ns|µs)/);
  }
});

test("measuring can be stopped, and then nothing is measured again by itself", async () => {
  const screen = await open("example=large");
  const timing = screen.getByRole("region", { name: "Time per step" });
  // Before the first round there is nothing to show.
  await expect.element(timing).toHaveTextContent(/round [\d,]+ of/);
  await userEvent.click(timing.getByRole("button", { name: "Stop measuring" }));
  await expect.element(timing).toHaveTextContent("stopped after");
  await userEvent.keyboard("]");
  await expect.element(timing.getByRole("button", { name: "Measure this block" })).toBeVisible();
});

test("a dialog tells the keys, and they can be switched off", async () => {
  const screen = await open();
  await userEvent.keyboard("?");
  await userEvent.click(screen.getByRole("checkbox", { name: "Single-key shortcuts" }));
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("]");
  await userEvent.keyboard("?");
  expect(screen.getByRole("dialog").elements()).toEqual([]);
});
