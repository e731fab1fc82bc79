/** Modules of the page's sources, in Node. */
import { createServer } from "vite";

/**
 * Gives `use` a module, and closes what has loaded it afterwards.
 * @template T
 * @param {import("vite").InlineConfig} config
 * @param {string} name
 * @param {(module: Record<string, any>) => T} use
 */
export async function withPageModule(config, name, use) {
  const server = await createServer({
    ...config,
    logLevel: "warn",
    appType: "custom",
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  try {
    return use(await server.ssrLoadModule(name));
  } finally {
    await server.close();
  }
}
