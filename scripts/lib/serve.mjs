/** Serving the built page. The pages' tests and `npm start` use this one server. */
import path from "node:path";
import { preview } from "vite";
import { DIST, TOP } from "./paths.mjs";

/**
 * @param {object} options
 * @param {number} [options.port] the first to try; 0: any free one
 * @param {boolean} [options.open] show the page in the person's browser
 * @param {string} [options.folder] where the built page is, if it is not the usual one
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function serve({ port, open = false, folder = DIST }) {
  const server = await preview({
    configFile: path.join(TOP, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: folder },
    preview: { host: "localhost", open, ...(port === undefined ? {} : { port }) },
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error("the server has no local address");
  return { address, close: () => server.close() };
}
