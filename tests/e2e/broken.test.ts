import { openPage, paste, selectedBlock, shownFields, stepPane } from "./reading";
import { expect, test } from "./support";

/** One of each way in which a fault is shown; where every example goes wrong is tested with the WebAssembly package. */
const FAULTS: [code: string, at: number, bit: number | null, rows: number, section: string][] = [
  ["truncated", 10, null, 1, "RFC 7541 §6.2"],
  ["huffman-eos", 15, 2, 1, "RFC 7541 §5.2"],
  ["missing-size-update", 0, null, 0, "RFC 7541 §4.2"],
];

for (const [code, at, bit, rows, section] of FAULTS) {
  test(`a broken block: ${code}`, async ({ page }) => {
    await page.goto(`#example=broken-${code}`);
    const fault = page.getByRole("note", { name: "Error" });
    await expect(fault).toContainText(code);
    await expect(fault).toContainText(`byte ${at}`);
    await expect(fault).toHaveText(/conforming|COMPRESSION_ERROR/);
    await expect(fault.getByRole("link", { name: section }).first()).toBeVisible();

    // Everything before the fault, and the fault at the end; its sentence stands there once.
    const sentence = (await fault.locator("p").nth(-2).textContent()) ?? "?";
    const step = stepPane(page);
    await expect.poll(async () => (await step.textContent())?.split(sentence).length).toBe(2);
    await expect.poll(async () => (await shownFields(page)).length).toBe(rows + 1);
    await expect.poll(async () => (await shownFields(page)).at(-1)?.representation).toBe(code);

    // The step and the bytes have the same range.
    const marked = await page.locator("[data-byte][data-selected]").evaluateAll((bytes) => bytes.map(({ id }) => id));
    const ends = [...new Set([marked[0], marked.at(-1)])].map((id) => id?.replace("byte-", ""));
    await expect(step).toContainText(new RegExp(`· bytes? ${ends.join("–")}(?!\\d|–)`));

    // The faulty byte is marked, and its bit; a block cut short has no byte there.
    if (code === "truncated") {
      await expect(page.getByRole("grid", { name: "Bytes" }).getByRole("gridcell")).toHaveCount(at);
      await expect(fault).toContainText("The block ends here");
      return;
    }
    await expect(page.getByRole("gridcell", { name: `byte ${at}:` })).toHaveAttribute("aria-label", /error here/);
    if (bit === null) {
      // A single bit is at fault in Huffman-coded strings alone; “bit 0” elsewhere would mislead.
      await expect(fault).not.toHaveText(/, bit \d/);
    } else {
      await expect(fault).toContainText(`bit ${bit}`);
      await expect(fault.locator("[data-tip$=': error here']")).toHaveCount(1);
      await expect(fault.locator(`[data-tip="bit ${bit}: error here"]`)).toBeVisible();
    }
  });
}

test("a block from the middle of a connection is offered an unknown start at once", async ({ page }) => {
  await page.goto("#example=middle");
  await page.getByRole("button", { name: "Decode as mid-connection data" }).click();
  await page.getByText("unknown: sent earlier").first().waitFor();
  await expect
    .poll(async () => (await shownFields(page)).slice(0, 2))
    .toMatchObject([
      { representation: "indexed", name: "unknown", value: "sent earlier" },
      { name: ":method", value: "GET" },
    ]);
  await expect(page.getByRole("note", { name: "Error" })).toHaveCount(0);
  await expect(page.getByRole("row", { selected: true })).toContainText("sent earlier");
});

test("another start stays at the field where the error was", async ({ page }) => {
  await openPage(page);
  await paste(page, "82\n\n84 86 be 82");
  await page.getByRole("note", { name: "Error" }).waitFor();
  await page.getByRole("button", { name: "Decode as mid-connection data" }).click();
  const selected = page.getByRole("grid", { name: "Fields" }).getByRole("row", { selected: true });
  await expect(selected).toContainText("sent earlier");
  await expect(selectedBlock(page)).toContainText("Block 2");
  await page.getByRole("button", { name: "start unknown: reset" }).click();
  await expect(page.getByRole("note", { name: "Error" })).toBeVisible();
});

test("entries that were in the table can be typed", async ({ page }) => {
  await openPage(page);
  await paste(page, "82 be bf");
  await page.getByRole("note", { name: "Error" }).waitFor();
  await page.getByRole("button", { name: "Options…" }).click();
  await page.getByRole("textbox", { name: "Entries in the table" }).fill("x-new: 2\nx-old: 1");
  await expect
    .poll(async () => (await shownFields(page)).map(({ name, value }) => [name, value]))
    .toEqual([
      [":method", "GET"],
      ["x-new", "2"],
      ["x-old", "1"],
    ]);
});
