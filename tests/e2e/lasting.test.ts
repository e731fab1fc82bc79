/** Nothing is lost, and no secret is written anywhere, without a word: reloads, undo, bad links, failures, sharing. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "playwright/test";
import { CHROMIUM_FLAGS, requireChromium } from "../../scripts/lib/chromium.mjs";
import { TOP } from "../../scripts/lib/paths.mjs";
import {
  chooseBlock,
  drop,
  fieldGrid,
  inputText,
  openMore,
  openPage,
  paste,
  readClipboard,
  shownFields,
  stepGroup,
  whenOpen,
} from "./reading";
import { expect, test } from "./support";

test.use({ fresh: true });

const SECRET = "session=5ec2e7f00d";

/** What of a page a browser may keep for good: the address, and the state of the history. */
const traces = (page: Page) =>
  page.evaluate(() => `${decodeURIComponent(location.href)} ${JSON.stringify(history.state)}`);

test("a reload brings back what was open, and Ctrl+Z what was replaced", async ({ page }) => {
  await openPage(page);
  await paste(page, "82 86 84");
  await expect(stepGroup(page)).toContainText("/ 3");
  await page.keyboard.press("ArrowRight");
  await expect(stepGroup(page)).toContainText("2 / 3");
  await page.reload();
  await whenOpen(page);
  await expect(inputText(page)).toHaveValue("82 86 84");
  await expect(stepGroup(page)).toContainText("2 / 3");

  // Clear, an example, and another paste: each is undone, and the last redone.
  await (await openMore(page, "the input")).getByRole("button", { name: "Clear" }).click();
  await expect(inputText(page)).toHaveValue("");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(inputText(page)).toHaveValue("82 86 84");
  await page.getByRole("button", { name: "Examples" }).press("Enter");
  await expect(page.getByRole("searchbox", { name: "Find an example" })).toBeFocused();
  await page.keyboard.type("C.6");
  await page.keyboard.press("Enter");
  await page.getByText("Your previous input was replaced.").waitFor();
  await drop(page, [{ name: "other.txt", bytes: new TextEncoder().encode("88") }]);
  await expect(inputText(page)).toHaveValue("88");
  await fieldGrid(page).focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(inputText(page)).toHaveValue(/C\.6/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(inputText(page)).toHaveValue("82 86 84");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(inputText(page)).toHaveValue(/C\.6/);

  // A file can't be kept; the page says which it was.
  const capture = await readFile(path.join(TOP, "tests/paste/stream-with-preface.bin"));
  await drop(page, [{ name: "stream.bin", bytes: capture }]);
  await page.getByText("stream.bin").first().waitFor();
  await page.reload();
  await page.getByText("stream.bin was open.").last().waitFor();
});

test("secrets stay out of the address until they are shared, and Share names them", async ({ page, openElsewhere }) => {
  await openPage(page);
  const hex = Buffer.from(SECRET).toString("hex");
  await paste(page, `82 6012${hex}\n\n82 be`);
  await page.getByText("hex · 2 blocks").first().waitFor();
  await chooseBlock(page, 1);
  await (await openMore(page)).getByRole("button", { name: "Encode this block" }).click();
  const cookie = page.getByRole("textbox", { name: "Value of field 2", exact: true });
  await expect(cookie).toHaveValue(SECRET);
  await page.waitForFunction(() => location.hash.includes("fields="));
  await expect.poll(() => traces(page)).toContain("left=cookie");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("Contains values that may be sensitive: cookie (2).").waitFor();
  const shared = await page.getByRole("textbox", { name: "Link to these blocks" }).inputValue();
  const bare = await page.getByRole("textbox", { name: "Link without sensitive values" }).inputValue();
  expect(bare).toBe(page.url());
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(cookie).toHaveValue(SECRET);
  await page.getByRole("link", { name: "Inspect" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText(/Contains values that may be sensitive: cookie/).waitFor();

  const whole = await openElsewhere(new URL(shared).hash);
  await expect(whole.getByRole("textbox", { name: "Value of field 2" })).toHaveValue(SECRET);
  const other = await openElsewhere(new URL(bare).hash);
  await other.getByText("leaves out the values of these fields: cookie").waitFor();
  await expect(other.getByRole("textbox", { name: "Value of field 2" })).toHaveValue("");
});

test("what is applied goes along with the link, a block with what its table needs", async ({ page, openElsewhere }) => {
  await openPage(page);
  const lines = await readFile(path.join(TOP, "crate/bench/data/go-go.client.txt"), "utf8");
  await paste(page, lines.split("\n").toSpliced(3, 1).slice(0, 30).join("\n"));
  await page.getByRole("button", { name: "Apply" }).first().click();
  const applied = page.getByRole("region", { name: "The change that is applied" });
  const what = (await applied.textContent()) ?? "?";
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByRole("textbox", { name: "Link including your data" }).inputValue();
  const other = await openElsewhere(new URL(link).hash);
  await expect(other.getByRole("region", { name: "The change that is applied" })).toHaveText(what);

  await page.keyboard.press("Escape");
  await paste(page, "> 828684410f7777772e6578616d706c652e636f6d\n\n< 88\n\n> 828684be58086e6f2d6361636865");
  await chooseBlock(page, 2);
  const fields = await shownFields(page);
  expect(fields).toHaveLength(5);
  const more = await openMore(page);
  await more.getByRole("button", { name: "Copy with table" }).click();
  await page.keyboard.press("Escape");
  const copied = await readClipboard(page);
  await paste(page, copied);
  await chooseBlock(page, 0);
  await expect.poll(() => shownFields(page)).toEqual(fields);
});

/** What is wrong, and the view that is shown instead of nothing. */
const BAD_LINKS = [
  ["#text=!!!bad", "Its text is damaged", "Start"],
  ["#v=2&block=82", "made by another version", "Start"],
  ["#example=nope", "There is no example “nope”", "Start"],
  ["#view=learn&chapter=nope", "There is no chapter “nope”", null],
  ["#view=nope", "a view that does not exist", "Start"],
  ["#example=rfc7541-c3&utm_source=mail", "“utm_source” in it can't be read", "Bytes and fields"],
] as const;

test("a link says what is wrong with it, and leaves a way on", async ({ page }) => {
  for (const [number, [path, said, region]] of BAD_LINKS.entries()) {
    await page.goto(`/?${number}${path}`);
    await page.getByText(said).waitFor();
    if (region !== null) await page.getByRole("region", { name: region }).waitFor();
  }
});

test.describe("a view that can't be loaded", () => {
  test.use({ mayComplain: true });

  test("a view that can't be loaded says so, keeps what is open, and is loaded again", async ({ page }) => {
    await openPage(page);
    await paste(page, "82 86");
    await page.route(/encode-view[^/]*\.js$/, (route) => route.abort());
    await page.getByRole("link", { name: "Encode" }).click();
    await page.getByText("This view could not be loaded.").waitFor();
    await page.getByRole("link", { name: "Inspect" }).click();
    await expect(inputText(page)).toHaveValue("82 86");
    await page.unroute(/encode-view[^/]*\.js$/);
    await page.getByRole("link", { name: "Encode" }).click();
    const again = page.getByRole("button", { name: "Try again" });
    const first = page.getByRole("textbox", { name: "Name of field 1" });
    await again.or(first).first().waitFor();
    if (await again.isVisible()) await again.click();
    await first.waitFor();
  });
});

/** A browser of its own, with settings that only a profile or a flag can make. */
async function withBrowser(settings: object, flags: string[], use: (page: Page) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(path.join(tmpdir(), "profile-"));
  await mkdir(path.join(profile, "Default"));
  await writeFile(path.join(profile, "Default", "Preferences"), JSON.stringify(settings));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireChromium(),
    args: [...CHROMIUM_FLAGS, ...flags],
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  try {
    const page = await context.newPage();
    await page.goto("/");
    await use(page);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

test("where site data is blocked the page works, and forgets", async () => {
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  await withBrowser(blocked, [], async (page) => {
    const isBlocked = await page.evaluate(() => {
      try {
        return localStorage.length < 0;
      } catch {
        return true;
      }
    });
    expect(isBlocked).toBe(true);
    await whenOpen(page);
    for (const view of ["Encode", "Benchmark", "Learn", "Inspect"]) {
      await page.getByRole("link", { name: view, exact: true }).click();
      await page.getByRole("region").first().waitFor();
      await expect(page.getByText("stopped working")).toHaveCount(0);
    }
  });
});

test("memory that runs out is said, what was open comes back, and the next paste works", async () => {
  await withBrowser({}, ["--js-flags=--wasm-max-mem-pages=192"], async (page) => {
    await whenOpen(page);
    await paste(page, "82 86");
    await expect(stepGroup(page)).toContainText("/ 2");
    // A field section of millions of fields.
    await drop(page, [{ name: "large.txt", bytes: new TextEncoder().encode("82".repeat(1_000_000)) }]);
    await page.getByText("ran out of memory while reading the input").last().waitFor();
    await page.getByRole("button", { name: "Reopen the previous input" }).click();
    await whenOpen(page);
    await expect(inputText(page)).toHaveValue("82 86");
    await paste(page, "82 86 84");
    await expect(stepGroup(page)).toContainText("/ 3");
  });
});
