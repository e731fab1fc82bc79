/** The page's worker: parts of a large session, written in pieces, and the answers that index.html holds. */
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test, vi } from "vitest";
import { PKG_TESTED } from "../../scripts/lib/paths.mjs";
import type { OnProgress, OpenAnswer, Port } from "../../web/src/engine/core";
import type { ExportQuestion, Written } from "../../web/src/engine/types";
import { FIRST_TEXT } from "../../web/src/examples/examples";
import { type FirstExample, toJson } from "../../web/src/first/first-example";
import { prerender } from "../../web/src/first/prerender";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";

const hidden = vi.hoisted(() => ({ port: null as Port | null }));

vi.mock("comlink", () => ({
  transfer: (value: unknown) => value,
  expose: (port: Port) => {
    hidden.port = port;
  },
}));

const CORE = `${PKG_TESTED}/hpack_inspector_wasm_bg.wasm`;

/** Node fetches no files. */
async function started(original: () => Promise<typeof import("@wasm/hpack_inspector_wasm")>): Promise<object> {
  const module = await original();
  return { ...module, default: async () => module.initSync({ module: await readFile(CORE) }) };
}
vi.mock("@wasm/hpack_inspector_wasm", (original) => started(original as never));

const BLOCKS = 20_000;
/** A request with a cookie, then others that take it from the table; another sender's now and then. */
const TEXT = Array.from({ length: BLOCKS }, (_, number) =>
  number === 0 ? "> 828684 4006636f6f6b69650473656372" : number % 10 === 9 ? "< 88" : `> 8286 be 000178 0141`,
).join("\n");

const QUESTION: ExportQuestion = {
  part: "all",
  block: 0,
  keep: { chosen: {} },
  masked: true,
  form: "csv",
  remark: "a remark",
};

let port: Port;
let session: number;

beforeAll(async () => {
  // Time goes by the number of looks at the clock: however fast the machine, there are as many rounds.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 1;
    return now;
  });
  vi.stubGlobal("self", globalThis);
  await import("../../web/src/engine/worker");
  if (hidden.port === null) throw new Error("the worker answers no calls");
  port = hidden.port;
  const options = { ...DEFAULT_OPTIONS, blocks: "lines", engine: "window14" };
  const answer = (await port.call("open", null, TEXT, options, null, () => "on")) as OpenAnswer;
  expect(answer.opened).toMatchObject({ status: "ok", blocks: BLOCKS });
  session = answer.session ?? 0;
});

function exportBlocks(question: ExportQuestion, hear: OnProgress<number>): Promise<Written | null> {
  return port.call("exportBlocks", session, question, hear) as Promise<Written | null>;
}

test("it is written in pieces, and shows how much is done", async () => {
  const heard: number[] = [];
  const written = await exportBlocks(QUESTION, (done) => heard.push(done) > 0);
  expect(heard.length).toBeGreaterThan(5);
  expect(heard.every((done, at) => done > (heard[at - 1] ?? 0) && done < 1)).toBe(true);
  expect(written?.rows.length).toBe(2 * BLOCKS);
  // “secr”, in hex.
  expect(written?.text?.includes("73656372")).toBe(false);
  const cookies = written?.maskCounts.get("cookie");
  expect(cookies?.fields).toBeGreaterThan(BLOCKS / 2);
  expect(cookies?.masked).toBe(cookies?.fields);
});

test("what is stopped is dropped, other calls are answered meanwhile, and what else is written goes on", async () => {
  let answered = 0;
  const other = exportBlocks({ ...QUESTION, masked: null }, () => true);
  const stopped = exportBlocks(QUESTION, async () => {
    if ((await port.call("lines", session, Uint32Array.of(0))) !== null) answered += 1;
    return false;
  });
  await expect(stopped).rejects.toThrow("no longer wanted");
  expect(answered).toBe(1);
  expect(await other).toMatchObject({ text: null, listing: null });
});

test("it ends with the session that it is of", async () => {
  const dropped = exportBlocks(QUESTION, () => port.call("close", session).then(() => true));
  await expect(dropped).rejects.toThrow("no longer wanted");
});

test("the answers in index.html are those that the worker gives", async () => {
  const { block: _, answers, ...held } = JSON.parse(prerender(await readFile(CORE)).first);
  const { opened, session } = (await port.call("open", null, FIRST_TEXT, DEFAULT_OPTIONS, null, null)) as OpenAnswer;
  const plain = (given: unknown) => JSON.parse(toJson(given as FirstExample));
  expect({ answer: opened, ...((await port.call("engines", null)) as object) }).toMatchObject(held);
  expect(answers.length).toBeGreaterThan(2);
  for (const [question, answer] of answers) {
    const [, name = "", asked = ""] = /^(\w+) (.*)$/.exec(question) ?? [];
    expect(plain(await port.call(name as "open", session, ...JSON.parse(asked))), question).toEqual(answer);
  }
});
