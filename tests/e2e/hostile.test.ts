/** Sessions that try to run scripts, to load something, or to forge what the page says. */
import type { Page } from "playwright/test";
import { copiedHex, drop, fieldGrid, openPage, paste } from "./reading";
import { expect, test } from "./support";

const TEXTS = [
  '<img src=x onerror="window.forged = 1">',
  "</textarea></title><script>window.forged = 1</script>",
  '"><iframe srcdoc="<script>top.forged = 1</script>">',
  "javascript:window.forged=1",
  "url(https://forged.invalid/x)",
  "\u202egpj.exe",
  "\u2066hidden\u2069\u200b",
  "\u001b]0;forged\u0007\u001b[31m",
  "a\u0000b\r\nc",
];

const literal = (text: string) => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
};
const block = (name: string, value: string) => Buffer.concat([Buffer.of(0x40), literal(name), literal(value)]);
const EVERYTHING = Buffer.concat(TEXTS.flatMap((text) => [block("x", text), block(text, "y")]));

/** Sessions, and what they are brought as. */
const SESSIONS: [what: string, bring: (page: Page) => Promise<void>][] = [
  ["names and values as hex", (page) => paste(page, EVERYTHING.toString("hex"))],
  [
    "labels and comments of a text",
    (page) => paste(page, TEXTS.map((text) => `# ${text.replaceAll(/[\r\n]/g, " ")}\n82\n`).join("\n")),
  ],
  [
    "a file with a forged name",
    (page) => drop(page, [{ name: "dump\u202etxt.<img src=x onerror=forged()>", bytes: EVERYTHING }]),
  ],
  [
    "a NetLog",
    (page) =>
      drop(page, [
        {
          name: "netlog.json",
          bytes: Buffer.from(
            JSON.stringify({
              constants: { logCaptureMode: TEXTS.join(" "), logEventTypes: { [TEXTS[0] ?? ""]: 1 } },
              events: TEXTS.map((params) => ({ type: 1, source: { id: 1, type: 1 }, time: "1", phase: 0, params })),
            }),
          ),
        },
      ]),
  ],
  ["a million warnings", (page) => paste(page, "82".repeat(200_000))],
];

/** Waits until what was brought is read, or refused. */
const whenRead = (page: Page, before: string) =>
  expect
    .poll(
      async () => {
        const now = await page.locator("#input-reading").innerText();
        return now !== before && !/^(?:Reading|Decoding)…/.test(now);
      },
      { timeout: 30_000 },
    )
    .toBe(true);

for (const [what, bring] of SESSIONS) {
  test(`${what}: nothing runs, is loaded or forged, and the next paste works`, async ({ page, requests }) => {
    await openPage(page, "#example=rfc7541-c6");
    const before = await page.locator("#input-reading").innerText();
    await bring(page);
    await whenRead(page, before);
    for (const key of ["End", "Home", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await expect(page.getByRole("main")).toBeVisible();

    expect(await page.evaluate(() => Reflect.get(window, "forged"))).toBeUndefined();
    await expect(page.locator("img[src='x'], iframe")).toHaveCount(0);
    // What was pasted stands in its field as it is; all else is spelled.
    const said = page.locator("#input-reading, #blocks, #fields, #step, #table, #bytes");
    const shown = [await page.title(), ...(await said.allInnerTexts())].join("\n");
    expect(shown).toContain("Inspect");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the test
    expect(shown).not.toMatch(/[\u0000\u0007\u001b\u200b\u202e\u2066\u2069]/);
    const { origin } = new URL(page.url());
    const away = requests.filter((address) => address.startsWith("http") && new URL(address).origin !== origin);
    expect(away).toEqual([]);

    await paste(page, "82 86 84");
    await expect(fieldGrid(page)).toHaveAttribute("aria-rowcount", "4");
    await expect.poll(() => copiedHex(page)).toBe("828684");
  });
}
