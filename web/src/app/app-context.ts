/** What every part of the page shares. */
import { createContext, useContext } from "react";
import type { Composer } from "../encode/composer";
import type { Inspector } from "../inspect/inspector";
import type { EncodeTab, View } from "../session/link";
import type { Store } from "../session/store";
import type { AppState } from "./app-state";

/** `tab`: a part of the Encode view. */
export type Navigate = (view: View, tab?: EncodeTab) => void;

export type App = {
  store: Store<AppState>;
  /** That of the Inspect view. */
  inspector: Inspector;
  composer: Composer;
  navigate: Navigate;
};

/** `null` in tests of a part. */
export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error("no App above this component");
  return app;
}

export function useNavigate(): Navigate {
  return useContext(AppContext)?.navigate ?? (() => {});
}
