/** How often the panes ask the worker: they share each other's answers. */
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { App } from "../app/app";
import { EngineClient } from "../engine/client";
import type { Port } from "../engine/core";
import { starting } from "../engine/worker-connection";
import "../ui/ui.css";

/** Calls that go on by themselves once a selection rests. */
const BACKGROUND = new Set(["measure", "diagnose"]);

test("a step takes two calls at most, a block three, and what was shown before none", async () => {
  history.replaceState(null, "", "#example=capture-curl-nginx");
  localStorage.clear();
  sessionStorage.clear();
  let names: string[] = [];
  const worker = starting(
    () => new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module", name: "hpack" }),
  );
  const client = new EngineClient((onFatal) => {
    const { port, stop } = worker(onFatal);
    const call: Port["call"] = (name, ...given) => {
      if (!BACKGROUND.has(name)) names.push(name);
      return port.call(name, ...given);
    };
    return { port: { call }, stop };
  });
  const screen = await render(<App client={client} />);
  const step = screen.getByRole("region", { name: "This step" });
  const bytes = screen.getByRole("region", { name: "Bytes" });
  await expect.element(step).toHaveTextContent("1 of ");

  async function asked(key: string, words: [string, string]): Promise<string[]> {
    names = [];
    await userEvent.keyboard(key);
    await expect.element(step).toHaveTextContent(words[0]);
    await expect.element(bytes).toHaveTextContent(words[1]);
    // By now every other call has been made.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return names;
  }

  expect((await asked("{ArrowRight}", ["2 of ", "block 1"])).length).toBeLessThanOrEqual(2);
  expect((await asked("]", ["1 of ", "block 2"])).length).toBeLessThanOrEqual(3);
  expect(await asked("[[", ["1 of ", "block 1"])).toEqual([]);
});
