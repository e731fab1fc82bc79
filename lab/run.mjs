/** `npm run lab NAME -- …` runs a file of this folder; README.md lists them. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { Advice, main, run } from "../scripts/lib/run.mjs";

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const names = readdirSync(import.meta.dirname).flatMap((file) => /^(?!run\.)(.+)\.mjs$/.exec(file)?.[1] ?? []);
  if (!names.includes(name)) throw new Advice(`npm run lab takes one of: ${names.join(", ")}.`);
  const { status } = await run(process.execPath, [path.join(import.meta.dirname, `${name}.mjs`), ...args]);
  process.exitCode = status;
});
