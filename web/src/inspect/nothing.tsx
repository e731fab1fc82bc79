/** What a pane says while no session is open: what will stand there, or why nothing does. */
import type { ReactNode } from "react";
import { Empty } from "../ui/pane";
import { useSession } from "./inspector";

export function Nothing({ children }: { children: ReactNode }) {
  const why = useSession((session) => {
    if (session.crashed !== null) return "stopped";
    if (session.opened?.status !== "refused") return null;
    return session.input.kind === "text" && session.input.text.trim() === "" ? null : "refused";
  });
  if (why === "refused") return <Empty>Nothing was decoded: the reason stands at the input</Empty>;
  if (why === "stopped") return <Empty>Decoding was stopped</Empty>;
  return <Empty>{children}</Empty>;
}
