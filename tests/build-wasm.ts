import { ensureWasm } from "../scripts/lib/build.mjs";

export default ensureWasm;
