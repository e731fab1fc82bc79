import { createContext } from "react";
import type { Live } from "./live";

/** Null unless the page's server has inputs. */
export const LiveContext = createContext<Live | null>(null);
