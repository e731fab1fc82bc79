/** The address while answers come late, or not at all. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { Composer } from "../encode/composer";
import { EngineClient } from "../engine/client";
import { FATAL } from "../engine/failures";
import { answer, FakeWorker } from "../engine/fake-worker";
import { FIRST_EXAMPLE } from "../examples/examples";
import { Inspector } from "../session/inspector";
import { createStore, partOf, type Store } from "../ui/store";
import { type AppState, START } from "./app-state";
import { type Parts, useAddress } from "./follow-address";

let worker: FakeWorker;
let app: Store<AppState>;
let parts: Parts;

function Page() {
  useAddress(app, parts);
  return null;
}

/** The answer to a text with this number of blocks. */
const textOf = (blocks: number) => ({ ...answer(blocks), connections: null });

/** Opens the page at an address, with a worker that waits for the test's answers. */
async function openAt(fragment: string): Promise<void> {
  history.replaceState(null, "", `#${fragment}`);
  await render(<Page />);
  await expect.poll(() => worker.named("open").length).toBe(1);
}

beforeEach(() => {
  sessionStorage.clear();
  worker = new FakeWorker();
  app = createStore(START);
  const inspector = new Inspector(new EngineClient(worker.start), partOf(app, "session"));
  const composer = new Composer(partOf(app, "composer"));
  parts = { inspector, composer };
});

afterEach(() => {
  cleanup();
  history.replaceState(null, "", location.pathname + location.search);
});

const session = () => app.get().session;
const isReady = () => app.get().place.ready;
const inputText = () => (session().input.kind === "text" ? session().input : null);

describe("while what the address names is still being opened", () => {
  test.each([
    ["the first example", ""],
    ["an example", "example=rfc7541-c4"],
    ["an example with options", "example=rfc7541-c4&start=unknown"],
  ])("a paste in place of %s stays", async (_, fragment) => {
    await openAt(fragment);
    const pasted = parts.inspector.openNew({ kind: "text", text: "84" });
    await expect.poll(() => worker.named("open").length).toBe(2);
    worker.named("open")[1]?.answer(textOf(2));
    await pasted;
    worker.named("open")[0]?.answer(textOf(1));
    await expect.poll(isReady).toBe(true);
    expect(session()).toMatchObject({
      input: { text: "84" },
      example: null,
      opened: { blocks: 2 },
      phase: { is: "settled" },
    });
    expect(worker.named("open")).toHaveLength(2);
    await expect.poll(() => location.hash).toBe("");
  });

  test.each(["example=nonsense", "example=nonsense&start=unknown", "example=nonsense&v=1"])(
    "in place of an example that does not exist, the first is shown: %s",
    async (fragment) => {
      await openAt(fragment);
      worker.named("open")[0]?.answer(textOf(1));
      await expect.poll(isReady).toBe(true);
      expect(session()).toMatchObject({ example: FIRST_EXAMPLE, opened: { blocks: 1 } });
      expect(app.get().place.problems).toEqual([expect.stringContaining("example")]);
    },
  );

  test("options without an input apply to what was pasted before they were read", async () => {
    history.replaceState(null, "", "#start=unknown");
    await render(<Page />);
    parts.inspector.openNew({ kind: "text", text: "be" });
    await expect.poll(() => worker.named("open").length).toBe(2);
    worker.named("open")[1]?.answer(textOf(1));
    await expect.poll(isReady).toBe(true);
    expect(session()).toMatchObject({ input: { text: "be" }, options: { start: "unknown" }, phase: { is: "settled" } });
  });

  test("a worker that fails does not stop the address: it goes on with what is opened next", async () => {
    await openAt("example=rfc7541-c4");
    worker.named("open")[0]?.fail(Object.assign(new Error("The decoder failed."), { name: FATAL }));
    await expect.poll(isReady).toBe(true);
    expect(session().phase).toEqual({ is: "failed", message: "The decoder failed." });

    const next = parts.inspector.open({ kind: "text", text: "82" }, "rfc7541-c3");
    await expect.poll(() => worker.named("open").length).toBe(2);
    worker.named("open")[1]?.answer(textOf(1));
    expect(await next).toBe(true);
    await expect.poll(() => location.hash).toBe("#example=rfc7541-c3");
  });

  test("of two addresses that are gone to in haste, the second is what is open, whichever is answered first", async () => {
    await openAt("example=rfc7541-c4");
    history.pushState(null, "", "#example=rfc7541-c5");
    window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
    await expect.poll(() => worker.named("open").length).toBe(2);
    worker.named("open")[1]?.answer(textOf(5));
    await expect.poll(isReady).toBe(true);
    worker.named("open")[0]?.answer(textOf(4));
    await expect.poll(() => session().phase.is).toBe("settled");
    expect(session()).toMatchObject({ example: "rfc7541-c5", opened: { blocks: 5 } });
    await expect.poll(() => location.hash).toBe("#example=rfc7541-c5");
    expect(inputText()).not.toBeNull();
  });
});
