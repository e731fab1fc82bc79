import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { App } from "./app";

test("the page says what it is", async () => {
  const screen = await render(<App />);
  await expect.element(screen.getByRole("heading", { name: "HPACK Inspector" })).toBeVisible();
});
