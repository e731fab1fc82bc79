/** Attributes of a button that runs a command: its keys, and its tooltip. */
import { tip } from "../ui/tip";
import { COMMANDS, keyNames } from "./table";

/** `text` replaces the command's title in the tooltip. */
export function commandProps(id: string, text?: string) {
  const command = COMMANDS.find((command) => command.id === id);
  const keys: readonly string[] = command?.keys ?? [];
  const [key] = keys;
  const title = text ?? command?.title ?? "";
  return {
    ...tip(key === undefined ? title : `${title} (${keyNames(key).join("+")})`),
    "aria-keyshortcuts": keys.join(" ") || undefined,
  };
}
