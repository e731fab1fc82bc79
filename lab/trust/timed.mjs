/** Runs programs with GNU time. */
import { Advice, requireProgram, run } from "../../scripts/lib/run.mjs";

/** @param {string} command @param {string[]} args @param {import("../../scripts/lib/run.mjs").Options} [options] */
export async function runTimed(command, args, options) {
  requireProgram("time", "GNU time measures time and memory of a program");
  const format = ["-f", "time: %e %U %S %M"];
  const { status, output } = await run("time", [...format, command, ...args], { ...options, quiet: true });
  const found = /^time: (\S+) (\S+) (\S+) (\S+)\s*$/m.exec(output)?.slice(1).map(Number);
  if (found === undefined) throw new Advice(`${output.slice(-2000)}${command} ${args.join(" ")} could not be timed.`);
  const [seconds = 0, user = 0, system = 0, kibibytes = 0] = found;
  return { status, output, seconds, processor: user + system, mebibytes: kibibytes / 1024 };
}
