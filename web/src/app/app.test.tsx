import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { App } from "./app";

test("the page says what it is, and the view what it is", async () => {
  const screen = await render(<App />);
  await expect.element(screen.getByRole("banner").getByText("Inspector")).toBeVisible();
  expect(
    screen
      .getByRole("heading", { level: 1 })
      .elements()
      .map((title) => title.textContent),
  ).toEqual(["Inspect"]);
  expect(document.title).toBe("Inspect · HPACK Inspector");
});
