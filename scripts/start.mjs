/** `npm start`: builds what has changed and serves the page on this machine until it is stopped. */
import { parseArgs } from "node:util";
import { ensurePage } from "./lib/build.mjs";
import { Advice, main } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";

const hasDisplay =
  process.platform === "darwin" ||
  process.platform === "win32" ||
  Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

await main(async () => {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) {
    throw new Advice(`--port wants a number from 0 to 65535, not ${values.port}.`);
  }
  await ensurePage();
  const { address } = await serve({ port, open: hasDisplay });
  process.once("SIGINT", () => process.exit());
  process.stdout.write(`\nHPACK Inspector: ${address}\nCtrl+C stops it.\n`);
});
