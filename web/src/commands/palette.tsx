/** All commands that apply, found by typing. */
import { useState } from "react";
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from "react-aria-components";
import { flushSync } from "react-dom";
import { useApp } from "../app/app-context";
import { PageDialog } from "../ui/dialog";
import { Keys } from "./keys";
import styles from "./palette.module.css";
import { commandsFor, isAvailable, runCommand } from "./use-commands";

export function Palette({ onClose }: { onClose: () => void }) {
  const app = useApp();
  const { contains } = useFilter({ sensitivity: "base" });
  const [commands] = useState(() =>
    commandsFor(app).filter((command) => command.id !== "palette" && isAvailable(command)),
  );

  function run(id: string) {
    const command = commands.find((command) => command.id === id);
    // The focus is back where it was before the command moves it.
    flushSync(onClose);
    if (command !== undefined) runCommand(command, app, document.activeElement);
  }

  return (
    <PageDialog title="Commands" onClose={onClose}>
      <Autocomplete filter={contains}>
        <SearchField aria-label="Find a command" autoFocus>
          <Input className={styles.search} placeholder="Type to find a command" />
        </SearchField>
        <Menu
          className={styles.commands}
          aria-label="Commands"
          items={commands}
          onAction={(key) => run(String(key))}
          renderEmptyState={() => <p className="dim">No command with that name</p>}
        >
          {({ id, title, keys }) => (
            <MenuItem id={id} className={styles.command} textValue={title}>
              <span>{title}</span>
              <span className={styles.keys}>
                <Keys keys={keys.slice(0, 1)} />
              </span>
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </PageDialog>
  );
}
