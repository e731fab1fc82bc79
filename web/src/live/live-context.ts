import { createContext } from "react";
import type { LiveInput } from "./live";

/** Null unless the page's server has inputs. */
export const LiveContext = createContext<LiveInput | null>(null);
