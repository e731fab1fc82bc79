import { describe, expect, test } from "vitest";
import { EXAMPLES } from "../appendix-c";
import { chooseBlock, copiedHex, shownFields, shownTable, whenOpen } from "./reading";
import { openPage } from "./support";

/** “C.2.1” is offered as rfc7541-c2-1. */
const idOf = (section: string) => `rfc7541-${section.toLowerCase().replace(".", "").replaceAll(".", "-")}`;

describe("RFC 7541, Appendix C, on the page", () => {
  test.each(EXAMPLES.map((example) => [example.section, example] as const))("%s", async (_, example) => {
    const { page, complaints } = await openPage({ path: `#example=${idOf(example.section)}` });
    await whenOpen(page);
    for (const [number, block] of example.blocks.entries()) {
      await chooseBlock(page, number);
      const fields = block.fields.map(([representation, name, value]) => ({ representation, name, value }));
      await expect.poll(() => shownFields(page), { message: block.section }).toEqual(fields);
      expect(await copiedHex(page), block.section).toBe(block.hex);

      await page.getByRole("grid", { name: "Fields" }).focus();
      await page.keyboard.press("End");
      const entries = block.table.map(([size, name, value], nth) => ({
        index: String(62 + nth),
        name,
        value,
        size: String(size),
      }));
      const live = async () => (await shownTable(page)).filter(({ index }) => index !== "–");
      await expect.poll(live, { message: block.section }).toEqual(entries);
      const meter = page.getByRole("meter", { name: "Size of the table" });
      await expect
        .poll(() => meter.getAttribute("aria-valuetext"), { message: block.section })
        .toBe(`${block.size} of ${example.tableSize} bytes`);
    }
    expect(complaints).toEqual([]);
  });

  test.each([
    ["C.1.1", "10"],
    ["C.1.2", "1337"],
    ["C.1.3", "42"],
  ])("%s", async (section, value) => {
    const { page } = await openPage({ path: "#view=integers" });
    await page.getByRole("button", { name: section }).click();
    await page.getByText(`The integer is ${value}`).waitFor();
  });
});
