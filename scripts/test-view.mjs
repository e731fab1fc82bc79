/** `npm run test:view`: the program's own page, and how soon it shows what arrives. */
import { buildProgram } from "./lib/build.mjs";
import { main, must } from "./lib/run.mjs";

await main(async () => {
  const args = ["test", "--project=pages", "--no-deps", "--workers=1", "tests/e2e/view.test.ts"];
  await must("playwright", args, { env: { HPACK_PROGRAM: await buildProgram("dev") } });
});
