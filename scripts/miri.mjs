/**
 * `npm run miri`: the suites of unsafe code in Miri, in some minutes; `npm test` runs a small part of them where Miri is
 * there. `npm run miri -- --small` runs only that part.
 */
import { parseArgs } from "node:util";
import { hasMiri, miri } from "./lib/miri.mjs";
import { Advice, announce, main } from "./lib/run.mjs";

await main(async () => {
  const { values } = parseArgs({ options: { small: { type: "boolean" } } });
  if (!(await hasMiri())) {
    throw new Advice(
      "Miri is missing: `rustup toolchain install nightly --component miri,rust-src`, then run this again.",
    );
  }
  announce("Miri");
  if ((await miri({ all: values.small !== true })) !== 0) throw new Advice("Miri found something: see above.");
});
