/** `npm run lab picture`: draws public/picture.png, which shared links show, from the built page. */
import path from "node:path";
import { TOP } from "../scripts/lib/paths.mjs";
import { PICTURE } from "../scripts/lib/picture.mjs";
import { announce, main } from "../scripts/lib/run.mjs";
import { withBrowser } from "./lib/browser.mjs";

/** Enough to look at in a picture that is shown at half its size. */
const SHOWN = "#example=rfc7541-c6";

await main(async () => {
  await withBrowser(async ({ address, browser }) => {
    const { file, width, height } = PICTURE;
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: "dark", reducedMotion: "reduce" });
    await page.goto(address + SHOWN);
    await page.waitForSelector("#step dt");
    // Parts of the panes are loaded last.
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(TOP, "public", file) });
    announce(`public/${file} is drawn`);
  });
});
