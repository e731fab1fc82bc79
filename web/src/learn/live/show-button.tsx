/** Opens a text in an inspector, with the engine that it has. */
import { type Inspector, useInspector } from "../../session/inspector";
import { DEFAULT_OPTIONS } from "../../session/options";
import { Button } from "../../ui/button";
import type { Shown } from "../exercises/exercise";

export function openShown(inspector: Inspector, { text, options, row = null }: Shown, signal?: AbortSignal) {
  const { engine } = inspector.store.get().options;
  return inspector.open({ kind: "text", text }, null, { ...DEFAULT_OPTIONS, engine, ...options }, row, signal);
}

export function ShowButton(shown: Shown) {
  const inspector = useInspector();
  return <Button onClick={() => openShown(inspector, shown)}>Show it in the inspector</Button>;
}
