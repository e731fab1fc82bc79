/** `npm run lab scale`: installs what lab/scale.py needs, and runs it over a release build. */
import path from "node:path";
import { CRATE, TOOLS, TOP } from "../scripts/lib/paths.mjs";
import { main, must, requireProgram } from "../scripts/lib/run.mjs";
import { ensureRust } from "../scripts/lib/rust.mjs";

const PACKAGES = ["duckdb==2.0.1", "pyspark==4.3.0"];

const FOLDER = path.join(TOOLS, "scale");
const VENV = path.join(FOLDER, "venv");
const PYTHON = path.join(VENV, "bin", "python");

await main(async () => {
  requireProgram("python3", "install Python 3.10 or newer");
  requireProgram("java", "install Java 17 or newer");
  await ensureRust();
  await must("python3", ["-m", "venv", VENV]);
  await must(PYTHON, ["-m", "pip", "install", "--quiet", ...PACKAGES]);
  const feature = ["--locked", "--release", "-p", "hpack-inspect", "--features", "parquet", "--test", "all"];
  await must("cargo", ["test", ...feature, "scan::"], { cwd: CRATE });
  const target = path.resolve(CRATE, process.env.CARGO_TARGET_DIR ?? "target");
  const program = path.join(target, "release", "hpack-inspect");
  // The tests have made captures of bombs and the like.
  const captures = [path.join(TOP, "tests", "data", "captures"), path.join(target, "tmp", "scan", "questions", "in")];
  await must(PYTHON, [path.join(TOP, "lab", "scale.py"), FOLDER, program, ...captures]);
});
