/** Serves the built page, as `npm start` does. */
import path from "node:path";
import { preview } from "vite";
import { DIST, TOP } from "./paths.mjs";

/**
 * @param {object} options
 * @param {number} options.port 0 for any free one
 * @param {string | undefined} [options.folder] the built page, if it is not the usual one
 */
export async function serve({ port, folder = DIST }) {
  const server = await preview({
    configFile: path.join(TOP, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: folder },
    preview: { open: false, port },
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error("the server has no local address");
  return { address, close: () => server.close() };
}
