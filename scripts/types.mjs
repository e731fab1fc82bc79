/** `npm run types`: writes the types of what crosses from WebAssembly to the page. */
import { writeFile } from "node:fs/promises";
import { main } from "./lib/run.mjs";
import { GENERATED, generatedTypes } from "./lib/types.mjs";

await main(async () => writeFile(GENERATED, await generatedTypes()));
