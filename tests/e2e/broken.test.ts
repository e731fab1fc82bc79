import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { paste, shownFields, whenOpen } from "./reading";
import { openPage } from "./support";

/** Where each of the examples goes wrong: octet, bit, rows before it, RFC section. */
const FAULTS: [code: string, at: number, bit: number, rows: number, section: string][] = [
  ["index-zero", 1, 0, 1, "RFC 7541 §6.1"],
  ["index-out-of-range", 1, 0, 1, "RFC 7541 §2.3.3"],
  ["truncated", 10, 0, 1, "RFC 7541 §6"],
  ["truncated-integer", 3, 0, 1, "RFC 7541 §5.1"],
  ["truncated-string", 10, 0, 1, "RFC 7541 §5.2"],
  ["integer-overflow", 2, 0, 1, "RFC 7541 §5.1"],
  ["huffman-eos", 15, 2, 1, "RFC 7541 §5.2"],
  ["huffman-padding-too-long", 14, 7, 1, "RFC 7541 §5.2"],
  ["huffman-padding-not-ones", 13, 7, 1, "RFC 7541 §5.2"],
  ["size-update-too-large", 0, 0, 0, "RFC 7541 §6.3"],
  ["size-update-not-first", 1, 0, 1, "RFC 7541 §4.2"],
  ["missing-size-update", 0, 0, 0, "RFC 7541 §4.2"],
];

describe("a broken block", () => {
  test.each(FAULTS)("%s", async (code, at, bit, rows, section) => {
    const { page, complaints } = await openPage({ path: `#example=broken-${code}` });
    const fault = page.getByRole("note", { name: "The fault" });
    await fault.waitFor();
    await expect.poll(() => fault.textContent()).toContain(code);
    const said = (await fault.textContent()) ?? "";
    expect(said).toContain(`byte ${at}`);
    expect(said).toMatch(/conforming|COMPRESSION_ERROR/);
    await fault.getByRole("link", { name: section }).first().waitFor();

    // Everything before the fault, and the fault at the end.
    const step = (await page.getByRole("region", { name: "This step" }).textContent()) ?? "";
    const sentence = (await fault.locator("p").nth(-2).textContent()) ?? "?";
    expect(step.split(sentence).length - 1, "how often the sentence stands there").toBe(1);
    const fields = await shownFields(page);
    expect(fields.length).toBe(rows + 1);
    expect(fields.at(-1)?.representation).toBe(code);

    // The faulty octet is marked, and its bit; a block cut short has no octet there.
    const marked = page.getByRole("gridcell", { name: `byte ${at}:` });
    const cut =
      code.startsWith("truncated") &&
      at === (await page.getByRole("grid", { name: "Bytes" }).getByRole("gridcell").count());
    if (cut) {
      expect(said).toContain("The block ends here");
    } else {
      expect(await marked.getAttribute("aria-label")).toContain("the fault");
      // A single bit is at fault in Huffman-coded strings alone; “bit 0” elsewhere would be a false scent.
      expect(/, bit \d/.test(said)).toBe(code.startsWith("huffman-"));
      if (code.startsWith("huffman-")) {
        expect(said).toContain(`bit ${bit}`);
        await fault.getByTitle(`bit ${bit}: the fault`).waitFor();
        expect(await fault.getByTitle(/: the fault$/).count()).toBe(1);
      }
    }
    expect(complaints).toEqual([]);
  });
});

test("a block from the middle of a connection is offered an unknown start at once", async () => {
  const { page } = await openPage({ path: "#example=middle" });
  await page.getByRole("button", { name: "Decode with an unknown start" }).click();
  await page.getByText("unknown: from before these bytes").first().waitFor();
  const fields = await shownFields(page);
  expect(fields[0]).toMatchObject({ representation: "indexed", name: "unknown", value: "from before these bytes" });
  expect(fields[1]).toMatchObject({ name: ":method", value: "GET" });
  expect(await page.getByRole("note", { name: "The fault" }).count()).toBe(0);
});

test("entries that were in the table can be typed", async () => {
  const { page } = await openPage();
  await whenOpen(page);
  await paste(page, "82 be bf");
  await page.getByRole("note", { name: "The fault" }).waitFor();
  await page.getByRole("button", { name: "Start and splitting" }).click();
  await page.getByRole("textbox", { name: "Entries in the table" }).fill("x-new: 2\nx-old: 1");
  await expect
    .poll(async () => (await shownFields(page)).map(({ name, value }) => [name, value]))
    .toEqual([
      [":method", "GET"],
      ["x-new", "2"],
      ["x-old", "1"],
    ]);
});

test("the texts of the examples are those of the test data, where that is at hand", async (context) => {
  const data = new URL("../../../shared/data/malformed/malformed.json", import.meta.url);
  const text = await readFile(data, "utf8").catch(() => null);
  if (text === null) return context.skip("shared/data is not here");
  const { cases } = JSON.parse(text) as { cases: { layer: string; hex?: string; expect: { error?: string } }[] };
  for (const [code] of FAULTS) {
    const example = await readFile(new URL(`../../web/src/examples/broken-${code}.txt`, import.meta.url), "utf8");
    const last = (example.split(/\n\n/).at(-1) ?? "").replaceAll(/^#.*$/gm, "").replaceAll(/\s/g, "");
    expect(
      cases.some(({ hex, expect }) => hex === last && expect.error === code),
      code,
    ).toBe(true);
  }
});
