/** `npm run dev`: the page from its sources, reloading as they change (the WebAssembly package as it is now). */
import path from "node:path";
import { createServer } from "vite";
import { ensureWasm } from "./lib/build.mjs";
import { TOP } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";

await main(async () => {
  await ensureWasm();
  const server = await createServer({ configFile: path.join(TOP, "vite.config.ts") });
  await server.listen();
  server.printUrls();
});
