import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { EngineClient } from "../engine/client";
import type { OnProgress } from "../engine/core";
import { answer, FakeWorker } from "../engine/fake-worker";
import type { ExportQuestion, Written } from "../engine/types";
import { Inspector, InspectorContext } from "../session/inspector";
import { ExportForm } from "./export-form";

const WRITTEN: Written = {
  text: "82",
  listing: null,
  noListing: null,
  rows: Uint32Array.of(0, 1),
  maskCounts: new Map(),
};

test("writing shows how much is done, is canceled, and begins again when that or another part is chosen", async () => {
  const worker = new FakeWorker();
  for (const name of ["exportBlocks", "pins"]) worker.held.add(name);
  const inspector = new Inspector(new EngineClient(worker.start));
  const opening = inspector.open({ kind: "text", text: "82" }, null);
  (await worker.call("open")).answer(answer());
  await opening;
  const screen = await render(
    <InspectorContext value={inspector}>
      <ExportForm />
    </InspectorContext>,
  );
  /** Reports the progress of the `nth` call to the page. */
  const progress = async (nth: number, done: number) => {
    const [, hear] = (await worker.call("exportBlocks", nth)).given as [ExportQuestion, OnProgress<number>];
    return hear(done);
  };
  const bar = screen.getByRole("progressbar", { name: "Done so far" });
  const cancel = screen.getByRole("button", { name: "Cancel" });
  const copy = screen.getByRole("button", { name: "Copy as text" });

  await progress(0, 0.25);
  await expect.element(bar).toHaveProperty("value", 0.25);
  await userEvent.click(cancel);
  await expect.element(screen.getByRole("status")).toHaveTextContent("Canceled.");
  expect(bar.elements()).toHaveLength(0);
  (await worker.call("exportBlocks", 0)).answer(WRITTEN);
  expect(copy.elements()).toHaveLength(0);

  await userEvent.click(screen.getByRole("button", { name: "Start again" }));
  await progress(0, 0.5);
  await expect.element(bar).toHaveProperty("value", 0);
  await userEvent.click(cancel);
  await userEvent.click(screen.getByRole("radio", { name: "The connection" }));
  await progress(2, 0.75);
  await expect.element(bar).toHaveProperty("value", 0.75);
  const asked = worker.named("exportBlocks").map(({ given }) => given as [ExportQuestion]);
  expect(asked.map(([{ part }]) => part)).toEqual(["block", "block", "all"]);
  // The canceled call is stopped in the worker too.
  expect([await progress(0, 1), await progress(1, 1), await progress(2, 0.8)]).toEqual([false, false, true]);

  (await worker.call("exportBlocks", 2)).answer(WRITTEN);
  await expect.poll(() => worker.named("pins").length).toBe(1);
  (await worker.call("pins")).answer([]);
  await expect.element(copy).toBeVisible();
});
