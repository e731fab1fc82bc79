/** The verdict over Inspect: what is wrong, and the wrong byte in sight. */
import { NO_LINK } from "../../web/src/address/link";
import { printFragment } from "../../web/src/address/link-codec";
import { openPage } from "./reading";
import { expect, test } from "./support";

const headers = (stream: number, block: string) =>
  `${(block.length / 2).toString(16).padStart(6, "0")}0105${stream.toString(16).padStart(8, "0")}${block}`;
/** A connection with enough frames for the layout of a capture; its last block refers to an entry that doesn't exist. */
const FRAMES = [
  "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a",
  "000000040000000000",
  headers(1, "828684418cf1e3c2e5f23a6ba0ab90f4ff"),
  ...[3, 5, 7].map((stream) => headers(stream, "828684be")),
  headers(9, "828684bec6"),
].join("");

const CASES = [
  ["an error", "#example=broken-huffman-eos"],
  ["an error at the first byte", "#example=broken-missing-size-update"],
  ["an error in a capture", `#${await printFragment({ ...NO_LINK, text: FRAMES })}`],
] as const;

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const) {
  for (const [what, address] of CASES) {
    test(`${what} at ${width}: the verdict, the wrong byte and its row are in sight`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openPage(page, address);
      const verdict = page.getByRole("region", { name: "Verdict" });
      for (const name of ["Copy report", "Copy link", "Explain", "Present"]) {
        await expect(verdict.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
      }
      await expect(page.locator("[data-error][data-byte]")).toBeInViewport({ ratio: 1 });
      const row = page.getByRole("grid", { name: "Fields" }).getByRole("row", { selected: true });
      await expect(row).toBeInViewport({ ratio: 1 });
    });
  }
}
