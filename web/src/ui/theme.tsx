/** Light, dark, or as the system has it; remembered on this machine only. */
import { useState } from "react";

type Theme = "system" | "light" | "dark";
const THEMES: Theme[] = ["system", "light", "dark"];
const KEY = "theme";
const SIGNS: Record<Theme, string> = { system: "◐", light: "☀", dark: "☾" };

function remembered(): Theme {
  try {
    const word = localStorage.getItem(KEY);
    return word === "light" || word === "dark" ? word : "system";
  } catch {
    return "system";
  }
}

/** Before the first drawing, so that the page does not flash in the other theme. */
export function applyTheme(theme: Theme = remembered()): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function ThemeButton() {
  const [theme, setTheme] = useState(remembered);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";

  function change() {
    applyTheme(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Where storage is refused the choice holds until the page is left.
    }
    setTheme(next);
  }

  return (
    <button
      type="button"
      className="button icon-button"
      onClick={change}
      aria-label={`Theme: ${theme}`}
      title={`Theme: ${theme}. Press for ${next}.`}
    >
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </button>
  );
}
