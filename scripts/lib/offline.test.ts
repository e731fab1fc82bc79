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

/** The worker's script for these files. */
const builtWorker = () =>
  inFolder(FILES, async (folder) => {
    await writeServiceWorker(folder);
    return readFile(path.join(folder, "service-worker.js"), "utf8");
  });

/** A browser in which the worker is installed, with what the host answers; `install` returns the files that it then keeps. */
function browser(script: string) {
  const kept = new Map<string, Map<string, string>>();
  const host = { answer: (_: string): Response => Response.error(), isFull: false };
  const install = async () => {
    let installed: Promise<unknown> = Promise.reject(new Error("not installed"));
    const addEventListener = (type: string, listener: (event: object) => void) => {
      if (type !== "install") return;
      const waitUntil = (until: Promise<unknown>) => {
        installed = until;
      };
      listener({ waitUntil });
    };
    const caches = {
      has: async (name: string) => kept.has(name),
      delete: async (name: string) => kept.delete(name),
      open: async (name: string) => {
        const files = kept.get(name) ?? new Map<string, string>();
        kept.set(name, files);
        const put = async (file: string, answer: Response) => {
          files.set(file, await answer.text());
          if (host.isFull) throw new Error("full");
        };
        return { put };
      },
    };
    installed.catch(() => {});
    vm.runInNewContext(script, {
      ...{ caches, addEventListener, btoa, crypto, Error, Response, Uint8Array, URL },
      fetch: async (file: object) => host.answer(String(file)),
      Request: function Request(file: string) {
        return Object(file);
      },
      registration: { scope: "https://a.example/" },
    });
    const error = await installed.then(
      () => null,
      ({ message }) => message,
    );
    return [error, [...kept.values()].map((files) => Object.fromEntries(files))];
  };
  return { host, install };
}

const own = (file: string) => new Response(FILES[file]);
const page = () => new Response(FILES["index.html"]);

test.each([
  ["the page for a missing file", (file: string) => (file === "icon.svg" ? page() : own(file)), false, "icon.svg"],
  [
    "that a file is missing",
    (file: string) => new Response("Gone", { status: file === "icon.svg" ? 404 : 200 }),
    false,
    ".",
  ],
  [
    "another version's page",
    (file: string) => (file === "index.html" ? new Response("2") : own(file)),
    false,
    "index.html",
  ],
  ["nothing", () => Response.error(), false, "."],
  ["everything to a browser whose disk is full", own, true, "full"],
])(
  "a host that answers %s: nothing is kept, and everything once it answers with this version",
  async (_, answer, isFull, reason) => {
    const { host, install } = browser(await builtWorker());
    Object.assign(host, { answer, isFull });
    expect(await install()).toEqual([expect.stringContaining(reason), []]);
    Object.assign(host, { answer: own, isFull: false });
    expect(await install()).toEqual([null, [FILES]]);
    // Whatever then goes wrong, what is kept stays.
    Object.assign(host, { answer, isFull });
    expect(await install()).toEqual([expect.stringContaining(reason), [FILES]]);
  },
);
