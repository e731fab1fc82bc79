import { expect, inject, test } from "vitest";
import { whenOpen } from "./reading";
import { openPage } from "./support";

test("the page has its title, and nothing that the browser complains about", async () => {
  const { page, complaints } = await openPage();
  await page.getByRole("heading", { name: "Inspect", exact: true }).waitFor();
  expect(await page.title()).toBe("Inspect · HPACK Inspector");
  expect(complaints).toEqual([]);
});

test("the page is cross-origin isolated", async () => {
  const { page } = await openPage();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test("the page reaches no other server", async () => {
  const { page, requests } = await openPage();
  await whenOpen(page);
  const { origin } = new URL(inject("address"));
  expect(requests.filter((address) => new URL(address).origin !== origin)).toEqual([]);
  const refused = await page.evaluate(() =>
    fetch("https://example.com/").then(
      () => "allowed",
      () => "refused",
    ),
  );
  expect(refused).toBe("refused");
});

test.each([
  ["eval", "(0, eval)('1')"],
  ["new Function", "new Function('return 1')()"],
])("the policy refuses %s", async (_, code) => {
  const { page } = await openPage();
  // A timer's own script is under the page's policy; what a test evaluates is not.
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
});
