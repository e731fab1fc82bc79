/** The keys of a button that runs a command, for assistive technology and its tooltip. */
import { tip } from "../ui/tip";
import { COMMANDS, keyNames } from "./table";

/** `text`: of the tooltip, if it is not the command's title. */
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
