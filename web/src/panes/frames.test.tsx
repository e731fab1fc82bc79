import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import GO_CLIENT from "../../../crate/bench/data/go-go.client.txt?raw";
import { openText as open } from "../app/open-page";

/** A frame as hex: length, type, flags, stream (RFC 9113 §4.1), payload. */
function frame(type: number, flags: number, stream: number, payload: string): string {
  const hex = (number: number, bytes: number) => number.toString(16).padStart(2 * bytes, "0");
  return hex(payload.length / 2, 3) + hex(type, 1) + hex(flags, 1) + hex(stream, 4) + payload;
}

const PREFACE = "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a";
const SETTINGS = frame(4, 0, 0, "");
/** GET / from http://a, padded, with a priority, in two frames. */
const REQUEST = frame(1, 0x2d & ~4, 1, `03${"80000000"}0f${"828684"}${"000100"}`) + frame(9, 4, 1, "410161");

describe("frames around a block", () => {
  test("stand in their place, told apart from the block's bytes", async () => {
    const screen = await open(PREFACE + SETTINGS + REQUEST);
    const rows = screen.getByRole("grid", { name: "Fields" }).getByRole("row");
    await expect.poll(() => rows.elements().length).toBe(8);
    const lines = rows.elements().map((row) => Array.from(row.children, (cell) => cell.textContent.trim()).slice(0, 3));
    expect(lines.slice(1)).toEqual([
      [
        expect.stringMatching(/^00 00 0c 01 29 00 00 00 01 03/),
        "HEADERS frame END_STREAM, PADDED, PRIORITY",
        "stream 1",
      ],
      ["82", ":method: GET", "indexed: static 2"],
      ["86", ":scheme: http", "indexed: static 6"],
      ["84", ":path: /", "indexed: static 4"],
      ["00 ≠0 ··", "HEADERS padding", "3 bytes"],
      [expect.stringMatching(/^00 00 03 09 04 00 00 00 01$/), "CONTINUATION frame END_HEADERS", "stream 1"],
      ["41 01 61", ":authority: a", "incremental: adds 62"],
    ]);
  });

  test.each([
    [1, 0, "12 bytes after these nine"],
    [1, 4, "END_STREAM, PADDED, PRIORITY"],
    [1, 14, "depends on stream 0 alone (exclusive), weight 16"],
    [5, 16, "Not zero: 3 bytes of padding; byte 1 of it must be zero, but is not"],
    [6, 3, "bytes 3–5 of the block: 3 bytes"],
  ])("line %i, byte %i is explained: %s", async (line, byte, text) => {
    const screen = await open(PREFACE + SETTINGS + REQUEST);
    await userEvent.keyboard("{Escape}");
    const row = screen.getByRole("grid", { name: "Fields" }).getByRole("row").nth(line);
    await userEvent.click(row);
    await userEvent.keyboard("{Enter}");
    const cell = () => row.element().querySelector(`[data-byte="${byte}"]`);
    await expect.poll(cell).not.toBeNull();
    await userEvent.click(cell() as HTMLElement);
    await expect.element(row).toHaveAttribute("aria-selected", "true");
    await expect.element(screen.getByRole("region", { name: "This step" })).toHaveTextContent(text);
  });

  test("are reached by arrow keys", async () => {
    const screen = await open(PREFACE + SETTINGS + REQUEST);
    await userEvent.click(screen.getByRole("grid", { name: "Fields" }).getByRole("row", { name: ":path: /" }));
    await userEvent.keyboard("{ArrowDown}");
    const step = screen.getByRole("region", { name: "This step" });
    await expect.element(step.getByRole("button", { name: "Padding" })).toHaveAttribute("aria-current", "true");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(step).toHaveTextContent("CONTINUATION frame 3, 2 of 2 that carry this block");
    await userEvent.keyboard("{End}");
    await expect.element(step).toHaveTextContent("in this field, byte 4");
    await userEvent.keyboard("{Home}");
    await expect
      .element(step.getByRole("button", { name: "Length", exact: true }))
      .toHaveAttribute("aria-current", "true");
  });
});

test("while a file is read, what was open before does not describe it", async () => {
  const screen = await open("828684");
  const region = screen.getByRole("region", { name: "Input" });
  await expect.element(region).toHaveTextContent("hex · 1 block · 3 B");
  const input = region.element();
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(input.textContent));
  observer.observe(input, { subtree: true, childList: true, characterData: true });
  const bytes = (PREFACE + SETTINGS + REQUEST).match(/../g) ?? [];
  const file = new File([Uint8Array.from(bytes, (digits) => Number.parseInt(digits, 16))], "own.bin");
  await userEvent.upload(document.querySelector("input[type=file]") as HTMLElement, file);
  await expect.element(region).toHaveTextContent("1 connection");
  observer.disconnect();
  const named = seen.filter((text) => text.includes("own.bin"));
  expect(named).not.toEqual([]);
  expect(named.filter((text) => text.includes("1 block · 3 B"))).toEqual([]);
});

test("bytes that may be frames or blocks are read as a person says", async () => {
  const screen = await open(SETTINGS + REQUEST);
  const choice = screen.getByRole("combobox", { name: "Format of the input" });
  await userEvent.selectOptions(choice, "Read as header blocks");
  await expect.element(screen.getByRole("group", { name: "Frames" })).not.toBeInTheDocument();
  await userEvent.selectOptions(choice, "Read as frames");
  await expect.element(screen.getByRole("group", { name: "Frames" })).toHaveTextContent("CONTINUATION");
});

test("an archive without bytes offers its header lists", async () => {
  const entry = {
    request: { method: "GET", url: "https://a/", httpVersion: "h2", headers: [{ name: "accept", value: "*/*" }] },
    response: { status: 200, httpVersion: "h2", headers: [] },
  };
  const screen = await open(JSON.stringify({ log: { version: "1.2", entries: [entry] } }));
  const verdict = screen.getByRole("region", { name: "Verdict" });
  await expect.element(verdict).toHaveTextContent("bytes of the header blocks are not in it");
  await expect.element(verdict.getByRole("button", { name: "Copy its header lists as JSON" })).toBeVisible();
  await expect.element(verdict.getByRole("button", { name: "Encode these fields" })).toBeVisible();
});

test("a rule of RFC 9113 that a field breaks stands beside it", async () => {
  // GET / with “Connection: close”: an uppercase letter and a connection-specific field.
  const screen = await open("828684400a436f6e6e656374696f6e05636c6f7365 410161".replaceAll(" ", ""));
  const row = screen.getByRole("grid", { name: "Fields" }).getByRole("row", { name: "Connection" });
  await expect.element(row).toHaveTextContent("uppercase-name §8.2.1");
  await expect.element(screen.getByRole("option", { name: "warning" })).toBeVisible();
  await userEvent.click(row);
  const verdict = screen.getByRole("region", { name: "Verdict" });
  await expect.element(verdict).toHaveTextContent("the name “Connection” has uppercase letters.");
  await expect.element(verdict).toHaveTextContent("uppercase-name. This is no HPACK error");
  await expect.element(verdict.getByRole("link", { name: "RFC 9113 §8.2.1" })).toBeVisible();
});

describe("where a field comes from", () => {
  // A name and a value; the same name with another value; that entry, indexed.
  const BLOCKS = "40016101 62\n\n7e0163\n\nbe";

  test("name and value apart, and back", async () => {
    const screen = await open(BLOCKS);
    await userEvent.click(screen.getByRole("option", { name: "Block 3" }));
    const step = screen.getByRole("region", { name: "This step" });
    await expect.element(step).toHaveTextContent("Namesent at 1:1");
    await expect.element(step).toHaveTextContent("Valuesent at 2:1");
    await userEvent.click(step.getByRole("button", { name: "go to where the name was sent" }));
    await expect.element(screen.getByRole("option", { name: "Block 1" })).toHaveAttribute("aria-selected", "true");
    await userEvent.click(step.getByRole("button", { name: "Back" }));
    await expect.element(screen.getByRole("option", { name: "Block 3" })).toHaveAttribute("aria-selected", "true");
    expect(step.getByRole("button", { name: "Back" }).elements()).toEqual([]);
  });

  test("from an entry to its uses", async () => {
    const screen = await open(BLOCKS);
    await userEvent.click(screen.getByRole("option", { name: "Block 1" }));
    const table = screen.getByRole("region", { name: "Dynamic table" });
    await userEvent.click(table.getByRole("button", { name: "Uses of 62, a" }));
    const uses = screen.getByRole("dialog", { name: "Uses of a" });
    await userEvent.click(uses.getByRole("button", { name: "2:0, go to this use" }));
    await expect.element(screen.getByRole("option", { name: "Block 2" })).toHaveAttribute("aria-selected", "true");
  });
});

describe("a guess at an unknown entry", () => {
  async function unknown() {
    const screen = await open("828684be\n\n82868441 0161 bf");
    await userEvent.click(screen.getByRole("button", { name: "Decode as mid-connection data" }));
    const step = screen.getByRole("region", { name: "This step" });
    const fields = screen.getByRole("grid", { name: "Fields" });
    await userEvent.click(fields.getByText("unknown", { exact: true }));
    return { screen, step, fields };
  }

  test("is shown as one, agreed with and contradicted, and taken away", async () => {
    const { screen, step, fields } = await unknown();
    await userEvent.fill(step.getByRole("textbox", { name: "Guess at the unknown entry" }), ":authority: b");
    await userEvent.click(step.getByRole("button", { name: "Use guess" }));
    await expect.element(fields.getByRole("row", { name: "guess :authority: guess b" })).toBeVisible();
    await expect.element(step).toHaveTextContent("guess :authority: b");
    const pin = step.getByRole("region", { name: "Your guess" });
    await expect.element(pin).toHaveTextContent(":authority: b in 2 fields");
    await expect.element(pin).toHaveTextContent("Consistent with 1 block");
    // The second request has its own authority.
    await expect.element(pin).toHaveTextContent("Against it");
    await userEvent.click(pin.getByRole("button", { name: "2:6, go to the field that refers to it" }).first());
    await expect.element(screen.getByRole("option", { name: "Block 2" })).toHaveAttribute("aria-selected", "true");
    await expect.element(fields.getByRole("row", { name: "guess :authority: guess b" })).toBeVisible();
    await userEvent.click(step.getByRole("button", { name: "Remove guess" }));
    await expect.element(step.getByRole("textbox", { name: "Guess at the unknown entry" })).toBeVisible();
    expect(fields.getByText("guess").elements()).toEqual([]);
  });

  test("beside what is unknown, the size of the table is the least that it can be", async () => {
    const { screen, fields } = await unknown();
    await userEvent.click(screen.getByRole("option", { name: "Block 2" }));
    await userEvent.click(fields.getByText(":authority"));
    const table = screen.getByRole("region", { name: "Dynamic table" });
    await expect.element(table).toHaveTextContent("at least 43 of 4096 bytes · at least 1 entry · 1 inserted");
    const meter = table.getByRole("meter", { name: "Size of the table" });
    await expect.element(meter).toHaveAttribute("aria-valuetext", "at least 43 of 4096 bytes");
  });

  test("an index that no table could hold is told apart, and takes none", async () => {
    const screen = await open("ffffff7f");
    await userEvent.click(screen.getByRole("button", { name: "Decode as mid-connection data" }));
    const row = screen.getByRole("grid", { name: "Fields" }).getByRole("row", { name: "impossible" });
    await userEvent.click(row);
    const step = screen.getByRole("region", { name: "This step" });
    await expect.element(step).toHaveTextContent("Nameimpossible: no table could hold this index");
    expect(step.getByRole("textbox").elements()).toEqual([]);
  });
});

describe("why an index is wrong", () => {
  // The output of a Go client, without its fourth request.
  const WITHOUT_FOURTH = GO_CLIENT.split("\n").toSpliced(3, 1).slice(0, 30).join("\n");

  test("the cause is shown, previewed, applied and undone", async () => {
    const screen = await open(WITHOUT_FOURTH);
    const cause = screen.getByRole("region", { name: "What could have gone wrong" });
    await expect
      .element(cause)
      .toHaveTextContent("A block is missing before block 4; it added 5 entries to the dynamic table.");
    await expect.element(screen.getByRole("option", { name: "broken" }).first()).toBeVisible();
    await userEvent.click(cause.getByRole("button", { name: "Preview" }).first());
    const dialog = screen.getByRole("dialog");
    await expect.element(dialog.getByRole("row", { name: "user-agent orchard-sync/3.1 (go) changed" })).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    const applied = screen.getByRole("region", { name: "The change that is applied" });
    await expect.element(applied).toHaveTextContent("Assuming: A block is missing");
    await expect.element(screen.getByRole("grid", { name: "Fields" })).toHaveTextContent("orchard-sync/3.1 (go)");
    await userEvent.click(applied.getByRole("button", { name: "Undo" }));
    await expect.element(cause).toBeVisible();
  });

  test("nothing is said where nothing is wrong", async () => {
    const screen = await open("828684410161");
    await expect.element(screen.getByRole("grid", { name: "Fields" })).toHaveTextContent(":authority");
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(screen.getByText("What could have gone wrong").elements()).toEqual([]);
  });
});
