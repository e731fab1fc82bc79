/** The inspector of the Inspect view: the panes here belong to another. */
import { createContext, useContext } from "react";
import type { Inspector } from "../../inspect/inspector";

export const MainInspectorContext = createContext<Inspector | null>(null);

export function useMainInspector(): Inspector {
  const inspector = useContext(MainInspectorContext);
  if (inspector === null) throw new Error("the Learn view stands above its panes");
  return inspector;
}
