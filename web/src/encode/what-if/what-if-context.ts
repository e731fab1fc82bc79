/** The choice of “What if”, which is kept while other views are shown. */
import { useApp } from "../../app/app-context";
import { partOf, useStore } from "../../session/store";
import type { WhatIfChoice } from "../../session/what-if-choice";

/** The choice, and how to change it. */
export function useWhatIfChoice(): [choice: WhatIfChoice, change: (change: Partial<WhatIfChoice>) => void] {
  const { store } = useApp();
  const choice = useStore(store, (state) => state.whatIf);
  return [choice, (change) => partOf(store, "whatIf").update((choice) => ({ ...choice, ...change }))];
}
