/** Which view is open, and how to go to another. */
import { createContext, useContext } from "react";
import type { EncodeTab, View } from "./session/fragment";

/** `tab`: a part of the Encode view. */
export type Navigate = (view: View, tab?: EncodeTab) => void;

export const NavigateContext = createContext<Navigate>(() => {});

export function useNavigate(): Navigate {
  return useContext(NavigateContext);
}
