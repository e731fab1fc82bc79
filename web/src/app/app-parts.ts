/** The objects that the page's commands act on. */

import type { Navigate } from "../address/navigate";
import type { Composer } from "../encode/composer";
import type { Inspector } from "../session/inspector";
import type { Store } from "../ui/store";
import type { AppState } from "./app-state";

export type AppParts = {
  store: Store<AppState>;
  /** The Inspect view's. */
  inspector: Inspector;
  composer: Composer;
  navigate: Navigate;
};
