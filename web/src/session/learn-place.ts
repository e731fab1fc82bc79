/** The place in Learn, for its address: kept while other views are looked at, so that one comes back to it. */
import { type Link, NO_LINK } from "./fragment";
import { createStore } from "./store";

/** Chapter and exercise, the example that is open, and its step where that is not its first. */
export type KeptPlace = Pick<Link, "learn" | "example" | "row">;

export const learnPlace = createStore<KeptPlace>({ learn: NO_LINK.learn, example: null, row: null });
