#!/usr/bin/env node
/** Serves the page, which is one file, on this machine. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";

const USAGE = `Serves the HPACK Inspector on this machine.

Usage: hpack-inspector [--port PORT] [--open]

  --port PORT  the port; any free one by default
  --open       opens the page in the browser
`;

/** The page's own policy is in it. */
const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};

const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...before: string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

const OPTIONS = {
  port: { type: "string", default: "0" },
  open: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

function serve(port: number, open: boolean): void {
  const page = readFileSync(new URL("./element/embed.htm", import.meta.url));
  const server = createServer(({ method, url }, answer) => {
    // Any text can stand there, also what is no address.
    const isPage = ["GET", "HEAD"].includes(method ?? "") && /^\/(\?|$)/.test(url ?? "");
    answer.writeHead(isPage ? 200 : 404, isPage ? HEADERS : {});
    answer.end(isPage && method === "GET" ? page : undefined);
  });
  server.on("error", ({ message }) => fail(message));
  server.listen(port, "localhost", () => {
    const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
    process.stdout.write(`HPACK Inspector: ${address} (Ctrl+C ends it)\n`);
    if (!open) return;
    const [command, ...before] = OPENERS[process.platform] ?? ["xdg-open"];
    // Without a browser, the printed address still serves.
    spawn(command, [...before, address], { stdio: "ignore", detached: true })
      .on("error", () => {})
      .unref();
  });
}

function fail(message: string): void {
  process.stderr.write(`${message}\n\n${USAGE}`);
  process.exitCode = 2;
}

try {
  const { port, open, help } = parseArgs({ options: OPTIONS }).values;
  if (!/^\d+$/.test(port) || Number(port) > 0xffff) throw new TypeError(`${port} is no port.`);
  if (help) process.stdout.write(USAGE);
  else serve(Number(port), open);
} catch (error) {
  fail((error as Error).message);
}
