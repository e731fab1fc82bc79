import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { EngineClient } from "../../../engine/client";
import { open } from "../open";
import { allGuesses, nextGuesses, type Probe, probe, SCHEMES, type Scheme, standsOut } from "./attack";
import { SecretGuess } from "./secret-guess";

test("DEFLATE gives the secret away digit by digit", async () => {
  const screen = await open(<SecretGuess secret="4815" />);
  const status = screen.getByRole("status");
  const tryAll = screen.getByRole("button", { name: "Try all ten next digits" });
  for (const known of ["session=4???", "session=48??", "session=481?", "session=4815"]) {
    await userEvent.click(tryAll);
    await expect.element(status).toHaveTextContent(known);
  }
  await expect.element(status).toHaveTextContent("after 320 requests. That is the secret.");
  await expect.element(tryAll).toBeDisabled();
});

test("the bars begin at zero: each is as long as its difference", async () => {
  const screen = await open(<SecretGuess secret="4815" />);
  await userEvent.click(screen.getByRole("button", { name: "Try all ten next digits" }));
  const table = screen.getByRole("table", { name: "Sizes of the guesses" });
  await expect.element(table).toBeVisible();
  const rows = [...table.element().querySelectorAll("tbody tr")];
  const gains = rows.map((row) => Math.max(0, Number(row.querySelector("td:last-child")?.textContent)));
  const widths = rows.map((row) => Number.parseFloat(row.querySelector<HTMLElement>("[data-bar]")?.style.width ?? ""));
  expect(gains).toHaveLength(10);
  expect(new Set(gains).size).toBeGreaterThan(1);
  const most = Math.max(...gains);
  expect(widths).toEqual(gains.map((gain) => expect.closeTo((gain / most) * 100, 3)));
});

test("HPACK gives nothing away for a part, and all for the whole", async () => {
  const screen = await open(<SecretGuess secret="4815" />);
  const status = screen.getByRole("status");
  await userEvent.click(screen.getByRole("button", { name: "HPACK, cookies indexed" }));
  await userEvent.click(screen.getByRole("button", { name: "Try all ten next digits" }));
  await expect.element(status).toHaveTextContent("Nothing stands out. HPACK compares whole values");
  await userEvent.click(screen.getByRole("button", { name: /^Try all 10.000$/ }));
  await expect.element(status).toHaveTextContent("session=4815");
  await expect.element(status).toHaveTextContent("That is the secret.");
});

test("what is never indexed gives nothing away", async () => {
  const screen = await open(<SecretGuess secret="4815" />);
  const status = screen.getByRole("status");
  await userEvent.click(screen.getByRole("button", { name: "HPACK, cookies never indexed" }));
  // No guess at a part is right.
  await userEvent.click(screen.getByRole("button", { name: "Try all ten next digits" }));
  await expect.element(status).toHaveTextContent("Nothing stands out: what is not in a table");
  await userEvent.click(screen.getByRole("button", { name: /^Try all 10.000$/ }));
  await expect.element(status).toHaveTextContent("Nothing stands out, although the right guess is among them");
});

describe("guesses", () => {
  test("stand out when they alone are shorter than they would be", () => {
    const probes = (...sizes: [number, number][]): Probe[] =>
      sizes.map(([bytes, otherwise], at) => ({ guess: String(at), bytes, otherwise }));
    const cases: [Probe[], string | null][] = [
      [[], null],
      [probes([5, 5]), null],
      [probes([4, 5]), "0"],
      [probes([5, 5], [4, 5], [4, 4]), "1"],
      [probes([4, 5], [4, 5]), null],
      [probes([6, 5], [5, 5]), null],
    ];
    for (const [given, expected] of cases) expect(standsOut(given)?.guess ?? null).toBe(expected);
  });

  // What each scheme reveals, over secrets of every first digit.
  test.each<[Scheme, boolean, boolean]>([
    ["deflate", true, true],
    ["hpack", false, true],
    ["never", false, false],
  ])("%s: a digit is told %s, the whole %s", async (scheme, digit, whole) => {
    const client = new EngineClient();
    for (const secret of ["0361", "1902", "2745", "3410", "9806"]) {
      const found = standsOut(await probe(client.functions, scheme, secret, nextGuesses("")));
      expect(found?.guess).toBe(digit ? secret[0] : undefined);
      expect(standsOut(await probe(client.functions, scheme, secret, [secret]))?.guess).toBe(
        whole ? secret : undefined,
      );
    }
    client.end();
  });

  test("all of them are ten thousand different ones", () => {
    expect(new Set(allGuesses(4)).size).toBe(10_000);
    expect(SCHEMES).toHaveLength(3);
  });
});
