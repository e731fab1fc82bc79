import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { EngineClient } from "../../../engine/client";
import { integerBytes, MOST } from "../integer";
import { open } from "../open";
import { IntegerSlider } from "./integer-slider";
import { PLACES, placeOf, thresholds, valueAt } from "./thresholds";

test("a number is typed, stepped and dragged", async () => {
  const screen = await open(<IntegerSlider />);
  const sum = screen.getByRole("status");
  await expect.element(sum).toHaveTextContent("31 + 26 + 1280 = 1337 in 3 bytes: 1f 9a 0a");
  await userEvent.fill(screen.getByRole("textbox", { name: "Number" }), "30");
  await expect.element(sum).toHaveTextContent("30 in 1 byte: 1e");
  await userEvent.click(screen.getByRole("button", { name: "One more" }));
  await expect.element(sum).toHaveTextContent("31 + 0 = 31 in 2 bytes: 1f 00");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Prefix" }), "8 bits");
  await expect.element(sum).toHaveTextContent("31 in 1 byte: 1f");
  await userEvent.click(screen.getByRole("button", { name: /^6 bytes/ }));
  await expect.element(sum).toHaveTextContent("in 6 bytes: ff 80 80 80 80 01");
  const slider = screen.getByRole("slider", { name: "Drag" });
  await userEvent.fill(slider, "0");
  await expect.element(sum).toHaveTextContent("0 in 1 byte: 00");
  await userEvent.fill(screen.getByRole("textbox", { name: "Number" }), "4294967296");
  await expect.element(screen.getByText("Enter a whole number from 0")).toBeVisible();
});

describe("bytes of integers", () => {
  test("are what the core reads as the number, around each threshold", async () => {
    const client = new EngineClient();
    for (const prefix of [1, 2, 3, 4, 5, 6, 7, 8]) {
      for (const [at, least] of thresholds(prefix).entries()) {
        for (const [value, bytes] of [
          [least - 1, at + 1],
          [least, at + 2],
        ] as const) {
          const written = integerBytes(value, prefix);
          expect(written).toHaveLength(bytes);
          const answer = await client.functions.explainInteger(Uint8Array.from(written), prefix);
          expect(answer).toMatchObject({ status: "ok", integer: { value, end: bytes, superfluous: 0 } });
        }
      }
    }
    client.end();
  });

  test("the slider reaches both ends, and stays where a number put it", () => {
    expect([valueAt(0), valueAt(PLACES)]).toEqual([0, MOST]);
    for (const value of [0, 1, 10, 1337, 65_535, MOST]) {
      expect(Math.abs(Math.log2((valueAt(placeOf(value)) + 1) / (value + 1)))).toBeLessThan(0.05);
    }
  });
});
