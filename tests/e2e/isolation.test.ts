import { openPage } from "./reading";
import { expect, test } from "./support";

test.describe("what the page is refused", () => {
  test.use({ mayComplain: true });

  test("the page is cross-origin isolated, and reaches no other server", async ({ page, requests }) => {
    await openPage(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const { origin } = new URL(page.url());
    expect(requests.filter((address) => new URL(address).origin !== origin)).toEqual([]);
    const answer = await page.evaluate(() => fetch("https://example.com/").catch(() => "refused"));
    expect(answer).toBe("refused");
  });

  test("the policy refuses code in strings", async ({ page }) => {
    await page.goto("/");
    // A timer's own script is under the page's policy; what a test evaluates is not.
    for (const code of ["(0, eval)('1')", "new Function('return 1')()"]) {
      const outcome = await page.evaluate(
        (script) =>
          new Promise<string>((resolve) => {
            document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
            setTimeout(() => {
              try {
                // biome-ignore lint/security/noGlobalEval: the test is that this is refused
                // biome-ignore lint/complexity/noCommaOperator: the same
                (0, eval)(script);
                resolve("allowed");
              } catch {}
            });
          }),
        code,
      );
      expect(outcome).toBe("script-src");
    }
  });
});
