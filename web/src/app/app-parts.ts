/** The objects that the page's commands act on. */
import type { Composer } from "../encode/composer";
import type { Inspector } from "../inspector/inspector";
import type { Navigate } from "../session/navigate";
import type { Store } from "../session/store";
import type { AppState } from "./app-state";

export type AppParts = {
  store: Store<AppState>;
  /** The Inspect view's. */
  inspector: Inspector;
  composer: Composer;
  navigate: Navigate;
};
