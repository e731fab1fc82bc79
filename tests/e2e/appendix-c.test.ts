/** RFC 7541, Appendix C, as the page shows it: one example with every pane. All of them are in `tests/wasm`. */
import { EXAMPLES } from "../appendix-c";
import { chooseBlock, copiedHex, fieldGrid, openPage, shownFields, shownTable } from "./reading";
import { expect, test } from "./support";

test("C.5: fields, bytes, table and its size, block by block", async ({ page }) => {
  const example = EXAMPLES.find(({ section }) => section === "C.5");
  if (example === undefined) throw new Error("there is no C.5");
  await openPage(page, "#example=rfc7541-c5");
  for (const [number, block] of example.blocks.entries()) {
    await chooseBlock(page, number);
    const fields = block.fields.map(([representation, name, value]) => ({ representation, name, value }));
    await expect.poll(() => shownFields(page), block.section).toEqual(fields);
    await expect.poll(() => copiedHex(page), block.section).toBe(block.hex);

    await fieldGrid(page).focus();
    await page.keyboard.press("End");
    const entries = block.table.map(([size, name, value], nth) => ({
      index: String(62 + nth),
      name,
      value,
      size: String(size),
    }));
    const live = async () => (await shownTable(page)).filter(({ index }) => index !== "–");
    await expect.poll(live, block.section).toEqual(entries);
    const size = page.getByRole("meter", { name: "Size of the table" });
    await expect(size).toHaveAttribute("aria-valuetext", `${block.size} of ${example.tableSize} bytes`);
  }
});
