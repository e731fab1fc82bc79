import { useState } from "react";
import { NO_LINK } from "../address/link";
import { printFragment, printWords } from "../address/link-codec";
import { placeOf, sessionLink, type UserContent } from "../address/session-link";
import { useInspector, useReader } from "../session/inspector";
import type { Selection } from "../session/selection";
import { useJob } from "../ui/use-job";

/** The addresses of steps, and whether they name the input: the user's own is in none until it is shared. */
export function usePermalinks(carried: UserContent | null) {
  const { store } = useInspector();
  const reader = useReader();
  const [whole, setWhole] = useState({ bare: "view=explain", hasInput: true });
  useJob(
    async (signal) => {
      const link = { ...NO_LINK, ...sessionLink(store.get(), carried), view: "explain" } as const;
      const bare = await printFragment({ ...link, row: null, block: null, error: null });
      if (!signal.aborted) setWhole({ bare, hasInput: (link.example ?? link.text) !== null });
    },
    [store, reader, carried],
  );
  const { bare, hasInput } = whole;
  return { hasInput, of: (place: Selection) => `${bare}&${printWords({ ...NO_LINK, ...placeOf(place) })}` };
}
