import { ensurePackage } from "../scripts/lib/build.mjs";

export default ensurePackage;
