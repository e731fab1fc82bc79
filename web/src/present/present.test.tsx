import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { type Link, NO_LINK } from "../address/link";
import { printFragment } from "../address/link-codec";
import { openAt } from "../app/open-page";

const INDEXED_NAME = ["prefix", "index", "value length", "value"];
const NEW_NAME = ["prefix", "index", "name length", "name", "value length", "value"];

test.each<[string, Partial<Link>, string[]]>([
  ["an indexed field", { example: "rfc7541-c4", row: 0 }, ["prefix", "index"]],
  ["an indexed name", { example: "rfc7541-c4", row: 3 }, [...INDEXED_NAME, "insertion"]],
  ["a name of its own", { example: "rfc7541-c2-1" }, [...NEW_NAME, "insertion"]],
  ["an eviction", { example: "rfc7541-c5", row: 4 }, [...INDEXED_NAME, "eviction", "insertion"]],
  ["a size update that evicts", { text: "4001610162\n\n2082", row: 1 }, ["prefix", "maximum", "eviction"]],
  ["an error", { example: "broken-index-zero", error: 0 }, ["prefix", "index", "error", "what follows"]],
])("the parts of %s, each asked about, then answered", async (_, link, names) => {
  const screen = await openAt(await printFragment({ ...NO_LINK, ...link, present: true }));
  const parts = screen.getByRole("list", { name: "Parts" });
  const words = () =>
    [...document.querySelectorAll("[data-words]")].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  for (const nth of names.keys()) {
    if (nth > 0) {
      await userEvent.keyboard("q");
      await expect.element(parts).toHaveTextContent(/\?/);
      expect(words()).toEqual([]);
      await userEvent.keyboard("{PageDown}");
    }
    await expect.element(parts).toHaveTextContent(new RegExp(`^${names.slice(0, nth + 1).join("")}$`));
    expect(words().map((one) => one.textContent !== "")).toEqual([true]);
  }
  expect(parts.element().children).toHaveLength(names.length);
});

const bytesOf = (of: string) =>
  Array.from(
    document.querySelectorAll(`[role=dialog] [aria-label=Bytes] > ${of}`),
    ({ textContent }) => textContent,
  ).join("");

test("a question about the first byte has its bits, but neither their groups nor their color", async () => {
  await openAt(await printFragment({ ...NO_LINK, example: "rfc7541-c4", row: 0, present: true }));
  const shown = () =>
    [...document.querySelectorAll("[role=dialog] [data-as]")].filter((bit) =>
      bit.checkVisibility({ visibilityProperty: true }),
    );
  const tells = () =>
    new Set(shown().map((bit) => `${bit.getAttribute("data-as")} ${getComputedStyle(bit).color}`)).size;
  await expect.poll(() => shown().length).toBe(8);
  expect(tells()).toBe(2);
  await userEvent.keyboard("{ArrowRight}q");
  await expect.poll(tells).toBe(1);
  expect(shown().length).toBe(8);
});

test("a question about the kind gives away neither the step's bytes nor the number of its parts", async () => {
  const screen = await openAt(await printFragment({ ...NO_LINK, example: "rfc7541-c4", row: 2, present: true }));
  const parts = screen.getByRole("list", { name: "Parts" });
  const known = () => [parts.element().children.length, bytesOf("[data-step]")];
  await expect.element(parts).toHaveTextContent("prefix");
  await userEvent.keyboard("{ArrowRight}q");
  await expect.element(parts).toHaveTextContent("?");
  await expect.poll(known).toEqual([1, "41"]);
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(known).toEqual([5, "418cf1e3c2e5f23a6ba0ab90f4ff"]);
});

test("what has been decoded so far grows part by part", async () => {
  const screen = await openAt(await printFragment({ ...NO_LINK, example: "rfc7541-c4", row: 3, present: true }));
  const decoded = screen.getByRole("region", { name: "Decoded so far" });
  const shown = () =>
    [...decoded.element().querySelectorAll("[data-name], [data-value]")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map(({ textContent }) => textContent)
      .join(" ");
  const before = ":method GET :scheme http :path /";
  await expect.element(decoded).toBeVisible();
  for (const words of [before, ...Array(2).fill(`${before} :authority`), `${before} :authority www.example.com`]) {
    await expect.poll(shown).toBe(words);
    await userEvent.keyboard("{ArrowRight}");
  }
});

test.each([
  ["the first field", { row: 3 }, "field 1 of 4"],
  ["the error, if that is selected", { example: "broken-index-zero", error: 0 }, "error"],
])("presenting begins at %s", async (_, link, place) => {
  const screen = await openAt(await printFragment({ ...NO_LINK, example: "rfc7541-c4", ...link }));
  await expect.element(screen.getByRole("grid", { name: "Fields" })).toBeVisible();
  await expect.element(screen.getByRole("row", { selected: true })).toBeVisible();
  await userEvent.keyboard("p");
  await expect.element(screen.getByRole("dialog")).toHaveTextContent(new RegExp(`${place}(?! of)`));
});

test("a block in frames is shown with their bytes", async () => {
  const learn = { ...NO_LINK.learn, chapter: "frames" };
  const screen = await openAt(
    await printFragment({ ...NO_LINK, view: "learn", example: "headers", learn, present: true }),
  );
  await expect.element(screen.getByRole("dialog").getByRole("list", { name: "Bytes" })).toBeVisible();
  expect([bytesOf("*"), bytesOf("[data-own]")]).toEqual([
    "000011010500000001828684418cf1e3c2e5f23a6ba0ab90f4ff",
    "000011010500000001",
  ]);
});

test("an insertion after evictions starts from the size they left", async () => {
  const screen = await openAt(await printFragment({ ...NO_LINK, example: "rfc7541-c5", row: 4, present: true }));
  await expect.element(screen.getByRole("list", { name: "Parts" })).toHaveTextContent("prefix");
  await userEvent.keyboard("{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}");
  await expect.element(screen.getByRole("dialog")).toHaveTextContent("The table goes from 180 to 222 of 256 bytes.");
});
