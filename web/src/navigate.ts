/** Which view is open, and how to go to another. */
import { createContext, useContext } from "react";
import type { View } from "./session/fragment";

export const NavigateContext = createContext<(view: View) => void>(() => {});

export function useNavigate(): (view: View) => void {
  return useContext(NavigateContext);
}
