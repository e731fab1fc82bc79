import { useEffect, useState } from "react";
import type { Inspector } from "../session/inspector";
import { isServed } from "../ui/served";
import type { LiveInput } from "./live";

/** Opens the first of the inputs that the page's server has. */
export function useLive(inspector: Inspector): LiveInput | null {
  const [live, setLive] = useState<LiveInput | null>(null);
  useEffect(() => {
    if (!isServed()) return;
    const ending = new AbortController();
    const begin = async () => {
      const { beginLive } = await import("./live");
      setLive(await beginLive(inspector, ending.signal));
    };
    begin().catch((reason) => {
      if (!ending.signal.aborted) inspector.failOpening(`The input could not be loaded: ${reason.message}`);
    });
    return () => ending.abort();
  }, [inspector]);
  return live;
}
