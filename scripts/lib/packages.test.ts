import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { takePackages } from "./packages.mjs";
import { must, withFolder } from "./run.mjs";

// What this checkout has built is not forgotten.
vi.mock("./cache.mjs");

it("takes packages from a folder and from an archive", () =>
  withFolder(async (folder) => {
    for (const name of ["pkg", "pkg-captures"]) {
      await mkdir(path.join(folder, "built", name), { recursive: true });
      await writeFile(path.join(folder, "built", name, "code.wasm"), name);
    }
    const archive = path.join(folder, "packages.tgz");
    await must("tar", ["-czf", archive, "-C", path.join(folder, "built"), "pkg", "pkg-captures"]);
    const server = createServer(async ({ url }, answer) =>
      url === "/packages.tgz" ? answer.end(await readFile(archive)) : answer.writeHead(404).end(),
    );
    await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(null)));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const [number, from] of [path.join(folder, "built"), `${address}/packages.tgz`].entries()) {
      const into = path.join(folder, String(number));
      await takePackages(from, into);
      expect(await readFile(path.join(into, "pkg-captures", "code.wasm"), "utf8")).toBe("pkg-captures");
    }
    await expect(takePackages(`${address}/other.tgz`, folder)).rejects.toThrow("404");
    await expect(takePackages(path.join(folder, "nothing"), folder)).rejects.toThrow("ENOENT");
    server.close();
  }));
