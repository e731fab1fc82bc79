/** `explain` with its module: a bundle that does not import it has none. */
import EXPLAIN from "inlined:explain";
import { explain as bare } from "./explain.ts";
import { provideExplain } from "./explain-core.ts";

provideExplain(EXPLAIN);

export const explain = bare;
