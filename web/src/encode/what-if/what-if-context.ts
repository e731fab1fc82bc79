/** What is tried is kept while other views are looked at. */
import { createContext, useContext } from "react";
import { createStore, type Store, useStore } from "../../session/store";
import { USUAL_WHAT_IF, type WhatIfChoice } from "../../session/what-if-choice";

export const WhatIfContext = createContext<Store<WhatIfChoice>>(createStore(USUAL_WHAT_IF));

/** The choice, and how to change it. */
export function useWhatIfChoice(): [choice: WhatIfChoice, change: (change: Partial<WhatIfChoice>) => void] {
  const store = useContext(WhatIfContext);
  const choice = useStore(store, (state) => state);
  return [choice, (change) => store.update((state) => ({ ...state, ...change }))];
}
