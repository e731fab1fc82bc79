/** The choice of “What if”, which is kept while other views are open. */
import { createContext, useContext } from "react";
import type { WhatIfChoice } from "../../address/what-if-choice";
import { type Store, useStore } from "../../ui/store";

export const WhatIfContext = createContext<Store<WhatIfChoice> | null>(null);

/** The choice, and its setter. */
export function useWhatIfChoice(): [choice: WhatIfChoice, change: (change: Partial<WhatIfChoice>) => void] {
  const store = useContext(WhatIfContext);
  if (store === null) throw new Error("no choice of “What if” above this component");
  return [useStore(store, (choice) => choice), (change) => store.update((choice) => ({ ...choice, ...change }))];
}
