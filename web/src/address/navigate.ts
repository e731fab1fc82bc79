/** Navigates to another view. */
import { createContext, useContext } from "react";
import type { EncodeTab, View } from "./link";

/** `tab`: a part of the Encode view. */
export type Navigate = (view: View, tab?: EncodeTab) => void;

/** Does nothing in component tests. */
export const NavigateContext = createContext<Navigate>(() => {});

export function useNavigate(): Navigate {
  return useContext(NavigateContext);
}
