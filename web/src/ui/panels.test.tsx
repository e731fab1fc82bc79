import { beforeEach, describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Divider, Group, Panel } from "./panels";
import "./ui.css";

beforeEach(() => localStorage.clear());

/** 1,000 pixels, two of which are dividers. */
function columns(width = 1000) {
  return (
    <div style={{ width, height: 300 }}>
      <Group id="columns" orientation="horizontal">
        <Panel id="left" size={200} min={100} max={600}>
          <p>left</p>
        </Panel>
        <Divider label="Left" />
        <Panel id="middle" min={150}>
          <p>middle</p>
        </Panel>
        <Divider label="Right" />
        <Panel id="right" size="30%" min={50}>
          <p>right</p>
        </Panel>
      </Group>
    </div>
  );
}

const widths = () => [...document.querySelectorAll("[data-panel]")].map((panel) => panel.getBoundingClientRect().width);
const rounded = () => widths().map(Math.round);

describe("panels", () => {
  test("share the room: pixels stay, percents follow, one has the rest", async () => {
    const screen = await render(columns());
    expect(rounded()).toEqual([200, 498, 300]);
    await screen.rerender(columns(800));
    expect(rounded()).toEqual([200, 358, 240]);
  });

  test.each([
    ["Left", "{ArrowRight}", [250, 448, 300]],
    ["Left", "{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}", [100, 598, 300]],
    ["Left", "{Home}", [100, 598, 300]],
    ["Left", "{End}", [548, 150, 300]],
    ["Right", "{ArrowRight}", [200, 548, 250]],
    ["Right", "{Home}", [200, 150, 648]],
    ["Right", "{End}", [200, 748, 50]],
    ["Right", "{Enter}", [200, 498, 300]],
  ])("%s, by %s", async (name, keys, sizes) => {
    const screen = await render(columns());
    (screen.getByRole("separator", { name }).element() as HTMLElement).focus();
    await userEvent.keyboard(keys);
    await expect.poll(rounded).toEqual(sizes);
  });

  test("a divider says in percent where it is and may be", async () => {
    const screen = await render(columns());
    const divider = screen.getByRole("separator", { name: "Left" });
    const values = () =>
      ["orientation", "valuemin", "valuenow", "valuemax"].map((name) => divider.element().getAttribute(`aria-${name}`));
    await expect.poll(values).toEqual(["vertical", "10", "20", "55"]);
    (divider.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(values).toEqual(["vertical", "10", "25", "55"]);
  });

  test("what was chosen is kept, and a double click brings the first size back", async () => {
    const first = await render(columns());
    (first.getByRole("separator", { name: "Left" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(rounded).toEqual([250, 448, 300]);
    await first.unmount();
    const again = await render(columns());
    expect(rounded()).toEqual([250, 448, 300]);
    await userEvent.dblClick(again.getByRole("separator", { name: "Left" }));
    await expect.poll(rounded).toEqual([200, 498, 300]);
    await again.unmount();
    await render(columns());
    expect(rounded()).toEqual([200, 498, 300]);
  });

  test.each(["null", "[1]", '{"left":"wide"}', "{"])(
    "what is kept and is no list of sizes is nothing: %s",
    async (kept) => {
      localStorage.setItem("panels:columns", kept);
      await render(columns());
      expect(rounded()).toEqual([200, 498, 300]);
    },
  );

  test("are dragged with the pointer, not below what they need", async () => {
    const screen = await render(columns());
    const divider = screen.getByRole("separator", { name: "Left" });
    const position = { sourcePosition: { x: 0, y: 100 }, targetPosition: { x: 60, y: 5 } };
    await userEvent.dragAndDrop(divider, screen.getByText("middle"), position);
    await expect.poll(() => Math.abs((widths()[0] ?? 0) - 261)).toBeLessThan(2);
    expect(rounded()[2]).toBe(300);
    await userEvent.dragAndDrop(divider, screen.getByText("left"), { ...position, targetPosition: { x: 5, y: 5 } });
    await expect.poll(rounded).toEqual([100, 598, 300]);
    await userEvent.hover(screen.getByText("right"));
    expect(rounded()).toEqual([100, 598, 300]);
  });
});
