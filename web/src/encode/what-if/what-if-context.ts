/** The choice of “What if”, which is kept while other views are open. */
import { createContext, useContext } from "react";
import { type Store, useStore } from "../../session/store";
import type { WhatIfChoice } from "../../session/what-if-choice";

export const WhatIfContext = createContext<Store<WhatIfChoice> | null>(null);

/** The choice, and its setter. */
export function useWhatIfChoice(): [choice: WhatIfChoice, change: (change: Partial<WhatIfChoice>) => void] {
  const store = useContext(WhatIfContext);
  if (store === null) throw new Error("no choice of “What if” above this component");
  return [useStore(store, (choice) => choice), (change) => store.update((choice) => ({ ...choice, ...change }))];
}
