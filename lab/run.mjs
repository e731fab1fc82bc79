/** `npm run lab NAME -- …` runs a file of this folder, or an example in crate/input; README.md lists them. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { CRATE } from "../scripts/lib/paths.mjs";
import { Advice, main, run } from "../scripts/lib/run.mjs";

/** @type {Record<string, string>} */
const EXAMPLES = { growth: "growth", paste: "fit" };

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const files = readdirSync(import.meta.dirname).flatMap((file) => /^(?!run\.)(.+)\.mjs$/.exec(file)?.[1] ?? []);
  const names = [...files, ...Object.keys(EXAMPLES)].sort();
  if (!names.includes(name)) throw new Advice(`npm run lab takes one of: ${names.join(", ")}.`);
  const example = [
    "run",
    "--locked",
    "--release",
    "-p",
    "hpack-inspect-input",
    "--example",
    EXAMPLES[name] ?? "",
    "--",
  ];
  // An example runs in another folder, where a relative path would name no file.
  const options = args.map((one) => (existsSync(one) ? path.resolve(one) : one));
  const { status } = files.includes(name)
    ? await run(process.execPath, [path.join(import.meta.dirname, `${name}.mjs`), ...args])
    : await run("cargo", [...example, ...options], { cwd: CRATE });
  process.exitCode = status;
});
