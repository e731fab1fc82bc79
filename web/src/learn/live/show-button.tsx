import { useInspector } from "../../inspector/inspector";
import { DEFAULT_OPTIONS } from "../../session/options";
import { Button } from "../../ui/button";
import type { Shown } from "../exercises/exercise";

/** Opens a text in the live inspector. */
export function ShowButton({ text, options, row }: Shown) {
  const inspector = useInspector();
  function show() {
    const { engine } = inspector.store.get().options;
    inspector.open({ kind: "text", text }, null, { ...DEFAULT_OPTIONS, engine, ...options }, row ?? null);
  }
  return <Button onClick={show}>Show it in the inspector</Button>;
}
