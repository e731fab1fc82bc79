/** Light or dark, as the system has it until the user presses the button; remembered on this machine. */
import { useState } from "react";
import { Button } from "./button";
import { useCommandHandler } from "./command-handlers";
import { safeLocalStorage } from "./storage";
import { useMedia } from "./use-media";

type Theme = "light" | "dark";
const KEY = "theme";
const SIGNS: Record<Theme, string> = { light: "☀", dark: "☾" };

/** The user's choice; null to follow the system. */
function remembered(): Theme | null {
  const word = safeLocalStorage.getItem(KEY);
  return word === "light" || word === "dark" ? word : null;
}

/** Called before the first painting, so that the page does not flash in the other theme. */
export function applyTheme(theme: Theme | null = remembered()): void {
  if (theme === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function remember(theme: Theme | null): void {
  if (theme === null) safeLocalStorage.removeItem(KEY);
  else safeLocalStorage.setItem(KEY, theme);
}

/** Every press changes the theme; back at the system's own theme, the page follows the system again. */
export function ThemeButton() {
  const [chosen, setChosen] = useState(remembered);
  const system: Theme = useMedia("(prefers-color-scheme: dark)") ? "dark" : "light";
  const shown = chosen ?? system;
  const next = shown === "dark" ? "light" : "dark";

  function change() {
    const theme = next === system ? null : next;
    applyTheme(theme);
    remember(theme);
    setChosen(theme);
  }

  useCommandHandler("theme", change);
  return (
    <Button look="icon" onClick={change} aria-label={`Use the ${next} theme`} data-tip={`Use the ${next} theme`}>
      <span aria-hidden="true">{SIGNS[shown]}</span>
    </Button>
  );
}
