import { readFile } from "node:fs/promises";
import path from "node:path";
import vm from "node:vm";
import { expect, test } from "vitest";
import { inFolder } from "./in-folder.ts";
import { writeServiceWorker } from "./offline.mjs";

const FILES: Record<string, string> = {
  "index.html": "<title>A page</title>",
  "assets/a.js": "a()",
  "icon.svg": "<svg/>",
};
const SCOPE = "https://a.example/";

/** The worker's script for these files. */
const builtWorker = () =>
  inFolder(FILES, async (folder) => {
    await writeServiceWorker(folder);
    return readFile(path.join(folder, "service-worker.js"), "utf8");
  });

/**
 * A browser in which the worker is installed, with what the host answers; `install` returns the files that it then keeps,
 * `load` the names of the caches after a page has been loaded with `open` pages in the browser.
 */
function browser(script: string) {
  const kept = new Map<string, Map<string, string>>();
  const host = { answer: (_: string): Response => Response.error(), isFull: false };
  const caches = {
    has: async (name: string) => kept.has(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const files = kept.get(name) ?? new Map<string, string>();
      kept.set(name, files);
      const put = async (file: string, answer: Response) => {
        files.set(file, await answer.text());
        if (host.isFull) throw new Error("full");
      };
      return { put, match: async () => new Response() };
    },
  };
  /** Returns the message of the error, if there is one. */
  const dispatch = async (type: string, event: object, open: number) => {
    const waited: Promise<unknown>[] = [];
    const waitUntil = (until: Promise<unknown>) => waited.push(until);
    vm.runInNewContext(script, {
      ...{ caches, btoa, crypto, Error, Headers, Number, Response, Uint8Array, URL },
      addEventListener: (name: string, listener: (event: object) => void) =>
        name === type && listener({ ...event, waitUntil, respondWith: () => {} }),
      clients: { matchAll: async () => Array(open) },
      fetch: async (file: object) => host.answer(String(file)),
      Request: Object,
      registration: { scope: SCOPE },
    });
    expect(waited).toHaveLength(1);
    return Promise.all(waited)
      .then(() => null)
      .catch(({ message }) => message);
  };
  const install = async () => [
    await dispatch("install", {}, 0),
    [...kept.values()].map((files) => Object.fromEntries(files)),
  ];
  const load = async (isReloadNavigation: boolean, open: number) => {
    await dispatch("fetch", { request: { method: "GET", mode: "navigate", url: SCOPE, isReloadNavigation } }, open);
    return caches.keys();
  };
  return { host, caches, install, load };
}

const own = (file: string) => new Response(FILES[file]);

test.each([
  ["the page for a missing file", (file: string) => own(file === "icon.svg" ? "index.html" : file), false, "icon.svg"],
  ["that files are missing", () => new Response("Gone", { status: 404 }), false, "."],
  ["another index.html", (file: string) => own(file === "index.html" ? "icon.svg" : file), false, "index.html"],
  ["nothing", () => Response.error(), false, "."],
  ["everything to a browser whose disk is full", own, true, "full"],
])(
  "a host that answers %s: nothing is kept, and everything once it answers with this version",
  async (_, answer, isFull, reason) => {
    const { host, install } = browser(await builtWorker());
    const installFrom = async (change: Partial<typeof host>) => Object.assign(host, change) && install();
    const failed = expect.stringContaining(reason);
    expect(await installFrom({ answer, isFull })).toEqual([failed, []]);
    expect(await installFrom({ answer: own, isFull: false })).toEqual([null, [FILES]]);
    // Whatever then goes wrong, what is kept stays.
    expect(await installFrom({ answer, isFull })).toEqual([failed, [FILES]]);
  },
);

test.each([
  ["opened alone", false, 0, false],
  ["opened while another is open", false, 1, true],
  ["reloaded alone", true, 1, false],
  ["reloaded while another is open", true, 2, true],
])("a page is %s: whether an older version is kept", async (_, isReload, open, isKept) => {
  const { caches, load } = browser(await builtWorker());
  const others = ["hpack-inspector https://a.example/other/ 1", "another page's"];
  const older = `hpack-inspector ${SCOPE} older`;
  for (const name of [older, ...others]) await caches.open(name);
  const own = expect.stringMatching(/ [0-9a-f]{16}$/);
  expect(await load(isReload, open)).toEqual([...(isKept ? [older] : []), ...others, own]);
});
