/** A further inspector, for a view with a session of its own. */
import { useLayoutEffect, useState } from "react";
import { EngineClient } from "../engine/client";
import { Inspector } from "./inspector";

/** Lasts as long as the component, and shares the worker of `client`. */
export function useOwnInspector(client: EngineClient, Kind = Inspector): Inspector {
  const [inspector] = useState(() => new Kind(new EngineClient(client)));
  // Before the component's own effects, which may open something.
  useLayoutEffect(() => {
    inspector.client.begin();
    return () => inspector.client.end();
  }, [inspector]);
  return inspector;
}
