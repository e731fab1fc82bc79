import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { evenRows } from "./row-heights";
import { RowList } from "./row-list";
import "./ui.css";
import { useMeasuredRows } from "./use-measured-rows";
import { useRows } from "./use-rows";

function Even({ count }: { count: number }) {
  const [at, setAt] = useState(0);
  const rows = useRows(evenRows(count, 20), { shown: at });
  return (
    <RowList rows={rows} role="list" aria-label="Rows" style={{ height: 200 }} keys={{ at, choose: setAt }}>
      {({ index, key, start }) => (
        <div
          key={key}
          role="listitem"
          aria-current={index === at || undefined}
          style={{ transform: `translateY(${start}px)` }}
        >
          row {index}
        </div>
      )}
    </RowList>
  );
}

/** The third row is higher than the others. */
function Measured({ count }: { count: number }) {
  const [heights, measure] = useMeasuredRows(evenRows(count, 20));
  const rows = useRows(heights);
  return (
    <RowList rows={rows} role="list" aria-label="Rows" style={{ height: 200 }}>
      {({ index, start }) => (
        <div key={index} ref={measure} data-index={index} style={{ transform: `translateY(${start}px)` }}>
          <p style={{ height: index === 2 ? 90 : 20 }}>row {index}</p>
        </div>
      )}
    </RowList>
  );
}

test("a list stays where it is scrolled to, until a key moves in it", async () => {
  const screen = await render(<Even count={1000} />);
  const list = screen.getByRole("list", { name: "Rows" });
  list.element().scrollTop = 8000;
  await expect.element(screen.getByText("row 405", { exact: true })).toBeVisible();
  list.element().scrollTop = 9000;
  await expect.element(screen.getByText("row 455", { exact: true })).toBeVisible();
  expect(list.element().scrollTop).toBe(9000);
  (list.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByText("row 1", { exact: true })).toHaveAttribute("aria-current", "true");
  await expect.poll(() => list.element().scrollTop).toBe(20);
  await userEvent.keyboard("{End}");
  await expect.element(screen.getByText("row 999", { exact: true })).toBeVisible();
});

test("a jump reuses the rows' elements, in order; rows that stay in view keep theirs", async () => {
  const screen = await render(<Even count={1000} />);
  const list = screen.getByRole("list", { name: "Rows" }).element() as HTMLElement;
  const rowOf = (index: number) => screen.getByText(`row ${index}`, { exact: true }).element();
  const rows = () => [...list.querySelectorAll("[role=listitem]")];
  list.scrollTop = 8000;
  await expect.element(screen.getByText("row 405", { exact: true })).toBeVisible();
  const [before, stays] = [rows(), rowOf(405)];
  list.scrollTop = 8040;
  await expect.element(screen.getByText("row 421", { exact: true })).toBeInTheDocument();
  expect(rowOf(405)).toBe(stays);
  list.scrollTop = 16000;
  await expect.element(screen.getByText("row 805", { exact: true })).toBeVisible();
  const after = rows();
  expect(after.filter((row) => before.includes(row)).length).toBeGreaterThan(before.length - 5);
  const first = Number(after[0]?.textContent.slice(4));
  expect(after.map((row) => row.textContent)).toEqual(after.map((_, nth) => `row ${first + nth}`));
  list.focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByText("row 1", { exact: true })).toHaveAttribute("aria-current", "true");
  await expect.poll(() => rowOf(1).getBoundingClientRect().top - list.getBoundingClientRect().top).toBe(0);
});

test("rows that are measured stand below those that are higher", async () => {
  const screen = await render(<Measured count={500} />);
  const top = (row: number) => screen.getByText(`row ${row}`, { exact: true }).element().getBoundingClientRect().top;
  await expect.poll(() => top(3) - top(2)).toBe(90);
  expect(top(2) - top(1)).toBe(20);
});
