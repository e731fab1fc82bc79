import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { handlerOf } from "./command-handlers";
import { tip } from "./tip";
import { Tips } from "./tips";

test("a tooltip shows on focus and on hover, and what can't take the focus is explained by a command", async () => {
  const screen = await render(
    <>
      <button type="button" {...tip("Removes the file")}>
        Remove
      </button>
      <div id="row">
        <span className="tag" {...tip("The bytes end too early")}>
          broken
        </span>
        <span className="cut" data-cut="" style={{ display: "block", width: 40 }}>
          a text without room
        </span>
      </div>
      <Tips />
    </>,
  );
  const tooltip = screen.getByRole("tooltip");
  await expect.element(screen.getByRole("button")).toHaveAccessibleDescription("Removes the file");
  // The click focuses this document, wherever the focus was.
  await userEvent.click(screen.getByText("broken"));
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.element(tooltip).toHaveTextContent("Removes the file");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => tooltip.elements().length).toBe(0);
  await userEvent.hover(screen.getByText("a text without room"));
  await expect.element(tooltip).toHaveTextContent("a text without room");
  await userEvent.unhover(screen.getByText("a text without room"));
  expect(handlerOf("explain")?.(document.getElementById("row"))).toBe(true);
  await expect.element(tooltip).toHaveTextContent("broken: The bytes end too early a text without room");
});
