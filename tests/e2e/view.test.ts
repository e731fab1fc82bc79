/** The page with inputs of its server: of a stand-in, or by `npm run test:view` of the program itself. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import os from "node:os";
import path from "node:path";
import { PassThrough, type Writable } from "node:stream";
import type { Page } from "playwright/test";
import { TOP } from "../../scripts/lib/paths.mjs";
import { connectionOptions, fieldGrid, whenOpen } from "./reading";
import { test as base, expect } from "./support";

const PROGRAM = process.env.HPACK_PROGRAM;
/** From the last packet of a block to the page, milliseconds. */
const MOST_MS = 1000;

const CAPTURE = path.join(TOP, "crate/input/tests/captures/upgrade-null.pcap");
const OTHER = path.join(TOP, "tests/data/captures/d01-libcurl-nginx-h2c.pcap");

/** The file's header and its records. */
function partsOf(file: Buffer): Buffer[] {
  const parts = [file.subarray(0, 24)];
  for (let at = 24; at < file.length; ) {
    const end = at + 16 + file.readUInt32LE(at + 8);
    parts.push(file.subarray(at, end));
    at = end;
  }
  return parts;
}

/** A block by its last packet, as the program is told, and by its number, as the page is. */
type Asked = { packet: number; connection: number; block: number };
type Served = { address: string; pipe: Writable; close: () => void };

/** Serves the built page, the named files, and a pipe in place of “-”. */
async function serveHere(files: string[], asked?: Asked): Promise<Served> {
  const pipe = new PassThrough();
  const inputs = files.map((name) => ({
    name: name === "-" ? "Standard input" : path.basename(name),
    grows: name === "-",
    selected: asked ?? null,
  }));
  const server = createServer(({ url = "/", headers }, response) => {
    const input = /^\/input\/(\d+)$/.exec(url)?.[1];
    const name = input === undefined ? null : files[Number(input)];
    if (url === "/inputs.json") response.end(JSON.stringify({ inputs, keylog: false }));
    else if (name === "-") {
      response.flushHeaders();
      pipe.pipe(response);
    } else if (name != null) response.end(readFileSync(name));
    else {
      get(new URL(url, process.env.HPACK_PAGE), { headers }, (found) => {
        response.writeHead(found.statusCode ?? 500, found.headers);
        found.pipe(response);
      });
    }
  });
  await once(server.listen(0, "localhost"), "listening");
  const { port } = server.address() as { port: number };
  return { address: `http://localhost:${port}/?inputs`, pipe, close: () => server.closeAllConnections() };
}

/** Runs `hpack-inspect view`. */
async function runProgram(program: string, files: string[], asked?: Asked): Promise<Served> {
  const packet = asked === undefined ? [] : [`--packet=${asked.packet}`];
  const child = spawn(program, ["view", "--no-open", ...packet, ...files], { stdio: ["pipe", "pipe", "inherit"] });
  const [address] = await once(child.stdout, "data");
  return { address: String(address).trim(), pipe: child.stdin, close: () => child.kill() };
}

type Fixtures = { view: (page: Page, files: string[], asked?: Asked) => Promise<Served> };

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: fixtures are named by destructuring
  view: async ({}, use) => {
    const all: Served[] = [];
    await use(async (page, files, asked) => {
      const served = await (PROGRAM === undefined ? serveHere(files, asked) : runProgram(PROGRAM, files, asked));
      all.push(served);
      await page.goto(served.address);
      return served;
    });
    for (const { close } of all) close();
  },
});

test("a pipe: each block as it arrives, the newest selected until something else is", async ({ page, view }) => {
  const { pipe } = await view(page, ["-"]);
  const status = page.getByRole("status");
  await expect(status.filter({ hasText: "Waiting for packets…" })).toBeVisible();
  const follow = page.getByRole("button", { name: "Follow" });
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  const parts = partsOf(readFileSync(CAPTURE));
  const times: number[] = [];
  async function send(packet: number, shown: string): Promise<void> {
    pipe.write(Buffer.concat(parts.splice(0, packet + 1 - sent)));
    sent = packet + 1;
    const start = performance.now();
    await fieldGrid(page).getByText(shown, { exact: true }).first().waitFor();
    times.push(performance.now() - start);
  }
  let sent = 0;
  await send(12, ":status");
  await send(14, "/p2.html");

  // A packet of which half is there is no error.
  const [next = Buffer.alloc(0)] = parts;
  pipe.write(next.subarray(0, 20));
  parts[0] = next.subarray(20);
  const size = partsOf(readFileSync(CAPTURE))
    .slice(0, sent)
    .reduce((sum, part) => sum + part.length, 20);
  await page.locator(`[data-tip="${size} bytes"]`).waitFor();
  await expect(page.getByRole("tab", { name: /^Problems/ })).toHaveText("Problems 0");

  await send(33, "404");
  if (PROGRAM !== undefined) {
    console.log(`Milliseconds from a packet to the page: ${times.map(Math.round).join(", ")}`);
    expect(Math.max(...times)).toBeLessThan(MOST_MS);
  }

  await (await connectionOptions(page)).filter({ hasText: "59618" }).click();
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  pipe.end(Buffer.concat(parts));
  await expect(status.filter({ hasText: "Ended" })).toBeVisible();
  await expect((await connectionOptions(page)).filter({ hasText: "59618" })).toHaveAttribute("aria-selected", "true");
});

test("files: one after the other", async ({ page, view }) => {
  await view(page, [CAPTURE, OTHER]);
  await whenOpen(page);
  await expect(await connectionOptions(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Served input" }).selectOption(path.basename(OTHER));
  await expect(await connectionOptions(page)).toHaveCount(1);
});

test("a file and a packet: the block that ends there is selected", async ({ page, view }) => {
  await view(page, [CAPTURE], { packet: 33, connection: 1, block: 2 });
  await expect(page.getByText("· packet 33 · 6 fields")).toBeVisible();
});

/** What a stand-in does not read. */
async function checkFiles(program: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hpack-view-"));
  try {
    const pipe = path.join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    // Opening a pipe waits for its other end.
    const writing = writeFile(pipe, readFileSync(CAPTURE));
    const { address, close } = await runProgram(program, [pipe, CAPTURE]);
    await writing;
    for (let nth = 0; nth < 2; nth += 1) {
      const bytes = await (await fetch(new URL("input/0", address))).arrayBuffer();
      expect(Buffer.from(bytes).equals(readFileSync(CAPTURE))).toBe(true);
    }
    close();
    const { status, stderr } = spawnSync(program, ["view", "--no-open", folder], { encoding: "utf8" });
    expect([status, stderr]).toEqual([2, expect.stringContaining("is a folder")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (PROGRAM !== undefined)
  test("a named pipe is read once and can be loaded again, a folder is refused", () => checkFiles(PROGRAM));
