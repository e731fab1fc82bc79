import {
  connectionOptions,
  fieldGrid,
  inputText,
  openPage,
  paste,
  readClipboard,
  stepGroup,
  turnToView,
  whenOpen,
} from "./reading";
import { expect, test } from "./support";

test("a link carries the input and the step", async ({ page, openElsewhere }) => {
  await openPage(page, "#example=rfc7541-c6");
  await paste(page, "8286 84 # “mine”");
  await expect(stepGroup(page)).toContainText("/ 3");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Share" }).click();
  const whole = await page.getByRole("textbox", { name: "Link including your data" }).inputValue();
  await page.getByRole("button", { name: "Copy: Link including your data" }).click();
  await expect.poll(() => readClipboard(page)).toBe(whole);

  const other = await openElsewhere(new URL(whole).hash);
  await whenOpen(other);
  await expect(inputText(other)).toHaveValue("8286 84 # “mine”");
  await expect(stepGroup(other)).toContainText("2 / 3");
});

test("the address names what is selected and shown of an example, and opens it again", async ({
  page,
  openElsewhere,
}) => {
  await page.goto("#example=file-push");
  await (await connectionOptions(page)).nth(1).click();
  await expect.poll(() => page.url()).toContain("connection=2");
  await turnToView(page, "Frames");
  await page.getByRole("combobox", { name: "Type of frame" }).selectOption({ label: "HEADERS" });
  await fieldGrid(page).getByRole("row").nth(3).click();
  await expect.poll(() => page.url()).toMatch(/connection=2&step=\d+&.*filter=/);
  const steps = await stepGroup(page).textContent();

  const other = await openElsewhere(new URL(page.url()).hash);
  await expect(stepGroup(other)).toHaveText(steps ?? "");
  await expect(other.getByRole("combobox", { name: "Type of frame" }).locator("option:checked")).toHaveText("HEADERS");
  const selected = (await connectionOptions(other)).and(other.locator("[aria-selected=true]"));
  await expect(selected).toHaveAttribute("aria-posinset", "2");
  await expect.poll(() => other.url().replace(/.*#/, "")).toBe(page.url().replace(/.*#/, ""));
});

test("“back” leads to the view before, and never takes away what was pasted", async ({ page }) => {
  await openPage(page, "#example=rfc7541-c3");
  const text = inputText(page);
  const hash = () => page.evaluate(() => location.hash);
  await expect.poll(hash).toBe("#example=rfc7541-c3");
  await paste(page, "828684");
  await expect.poll(hash).toBe("");
  await page.evaluate(() => {
    location.hash = "#view=integers";
  });
  await expect.poll(hash).toBe("#view=integers");
  await page.goBack();
  await expect(text).toHaveValue("828684");
  await expect.poll(hash).toBe("");
  // An entry of the history that names an example opens it only where nothing is lost.
  await page.evaluate(() => {
    location.hash = "#example=rfc7541-c5";
  });
  await expect(text).toHaveValue(/C\.5/);
  await text.fill("82");
  await page.evaluate(() => {
    location.hash = "#view=integers";
  });
  await page.goBack();
  await page.goBack();
  await expect(text).toHaveValue("82");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /Node\.js/ }).click();
  await expect.poll(hash).toBe("#example=capture-node");
});

test("pasting over an example can be undone in the field", async ({ page }) => {
  await openPage(page, "#example=rfc7541-c6");
  const text = inputText(page);
  const before = await text.inputValue();
  await text.focus();
  await paste(page, "828684");
  await expect(text).toHaveValue("828684");
  await stepGroup(page).getByText("/ 3").waitFor();
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(text).toHaveValue(before);
  await stepGroup(page).getByText("/ 14").waitFor();
});

test("what is set for one text is seen, and does not hold for the next", async ({ page }) => {
  await page.goto("#start=unknown");
  const input = page.getByRole("region", { name: "Input" });
  const chip = page.getByRole("button", { name: "start unknown: reset" });
  // Set while there was nothing yet: meant for what comes.
  await chip.waitFor();
  await paste(page, "82 be");
  await input.getByText("the table's maximum is assumed to be 4096 bytes").waitFor();
  await chip.waitFor();
  // Edited, not replaced.
  await inputText(page).fill("82 be 84");
  await stepGroup(page).getByText("/ 3").waitFor();
  await chip.waitFor();
  await page.getByRole("heading", { name: "Input" }).click();
  await paste(page, "82 be be 84");
  await page.getByRole("note", { name: "Error" }).waitFor();
  await expect(chip).toHaveCount(0);
  await input.getByRole("button", { name: "Use those settings again" }).click();
  await stepGroup(page).getByText("/ 4").waitFor();
  await chip.click();
  await page.getByRole("note", { name: "Error" }).waitFor();
});

test("what one does sends nothing: later requests are for the page's own parts", async ({ page, requests }) => {
  await openPage(page, "#example=rfc7541-c6");
  await page.getByText("whole block").waitFor();
  const loaded = requests.length;
  await paste(page, "8286 84");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /Node\.js/ }).click();
  await page.getByText("hex · 30 blocks").first().waitFor();
  await page.getByRole("combobox", { name: "Huffman engine" }).selectOption({ index: 0 });
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    location.hash = "#view=integers";
  });
  await page.getByText("The integer is").waitFor();
  // Parts of the program, examples and the icon by their names, and nothing of what is open.
  const isPart = (address: string) =>
    /^\/((assets|examples)\/[\w.-]+|icon\.svg)$/.test(address.slice(new URL(address).origin.length));
  expect(requests.slice(loaded).filter((address) => !isPart(address))).toEqual([]);
});

test("each press of the theme button changes the theme, and the choice is remembered", async ({ page }) => {
  await openPage(page, "#example=rfc7541-c6");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.reload();
  await whenOpen(page);
  await expect.poll(background).toBe(dark);
  await page.getByRole("button", { name: "Use the light theme" }).click();
  await expect.poll(background).toBe(light);
  // Light is what the system has: the page follows it again.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).toBe(dark);
});

test("steps are measured, and again with another engine", async ({ page }) => {
  await openPage(page, "#example=rfc7541-c6");
  const timing = page.getByRole("region", { name: "Time per step" });
  await timing.getByRole("button", { name: "Measure again" }).waitFor();
  await expect(timing.getByRole("listitem")).toHaveCount(6);
  const said = (await timing.textContent()) ?? "";
  expect(said).toMatch(/Median of repeated runs; line = range/);
  await expect(timing.locator("[data-tip*='The clock ticks every'][data-tip*=isolated]")).toHaveCount(1);
  expect(said).toMatch(/whole block: [\d.]+ (ns|µs)/);
  expect(said).toMatch(/field 5: [\d.]+ (ns|µs).*integer.*string.*table/);
  const times = () => page.locator("#fields [data-column=time]").allTextContents();
  await expect.poll(async () => (await times()).slice(1).every((time) => / (ns|µs)$/.test(time))).toBe(true);

  const engine = page.getByRole("combobox", { name: "Huffman engine" });
  const other = (await engine.evaluate((e: HTMLSelectElement) => e.selectedIndex)) === 0 ? 1 : 0;
  await engine.selectOption({ index: other });
  await timing.getByText("This block has not been measured yet").or(timing.getByText("Measuring…")).first().waitFor();
  await timing.getByRole("button", { name: "Measure again" }).waitFor();
});

test("a line runs from the bytes to the entry that they insert, unless motion is unwanted", async ({ page }) => {
  await openPage(page, "#example=rfc7541-c6");
  const line = page.locator("body > svg");
  await fieldGrid(page).press("ArrowDown");
  await line.waitFor({ state: "attached" });
  await expect(line).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await fieldGrid(page).press("ArrowUp");
  await expect(stepGroup(page)).toContainText("13 /");
  await expect(line).toHaveCount(0);
});

test("a link to the page has a picture", async ({ page, request }) => {
  await page.goto("/");
  const address = await page.locator("meta[property='og:image']").getAttribute("content");
  const picture = await request.get(new URL(address ?? "", page.url()).href);
  expect(picture.headers()["content-type"]).toBe("image/png");
});
