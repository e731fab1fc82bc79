/** What a block is called where it stands alone. */
import { createContext } from "react";
import type { Block } from "../engine/windows";
import { exampleById } from "../examples/examples";
import type { Session } from "../session/session";

/** What a view calls a text that it has opened itself; null elsewhere. */
export const OpenedTitle = createContext<string | null>(null);

/** “RFC 7541 C.6.3”, “curl → nginx”, “report.pcap”, the label that the text gives, or “Header block”. */
export function blockTitle({ example: id, input }: Pick<Session, "example" | "input">, block: Block, blocks: number) {
  const example = exampleById(id ?? "");
  if (example === null) return input.kind === "file" ? input.name : block.label || "Header block";
  if (!example.id.startsWith("rfc7541-")) return example.title;
  return `RFC 7541 ${example.title}${blocks > 1 ? `.${block.block + 1}` : ""}`;
}
