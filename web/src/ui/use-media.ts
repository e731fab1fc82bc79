import { useSyncExternalStore } from "react";

/** Windows in which the panes are tabs: narrow ones, and low ones such as a phone in landscape. */
export const NARROW = "(max-width: 760px), (max-height: 560px)";

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    // When the page is built: a wide window, in the light theme.
    () => false,
  );
}
