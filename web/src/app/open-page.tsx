/** The whole page with the real worker, for component tests. */
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { App } from "./app";
import "../ui/ui.css";

/** Opens the page at an address, with nothing stored. */
export async function openAt(fragment: string) {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", `#${fragment}`);
  return render(<App />);
}

/** Opens Inspect, and waits until it shows fields. */
export async function openPage(fragment = "example=rfc7541-c6") {
  const screen = await openAt(fragment);
  await expect.element(screen.getByRole("grid", { name: "Fields" })).toBeVisible();
  return screen;
}

/** Opens Inspect with a text in its input. */
export async function openText(text: string) {
  const screen = await openPage("");
  await userEvent.fill(screen.getByRole("textbox", { name: "Header blocks" }), text);
  // The example that the page opens with is gone.
  await expect.element(screen.getByRole("region", { name: "Input" })).not.toHaveTextContent("3 blocks · 141 B");
  return screen;
}
