import { useState } from "react";
import { Autocomplete, Menu, MenuItem, useFilter } from "react-aria-components";
import { flushSync } from "react-dom";
import { PageDialog } from "../ui/dialog";
import { MenuSearch } from "../ui/menu";
import { Keys } from "./keys";
import styles from "./palette.module.css";
import type { Command } from "./table";

export function Palette(props: { find: () => Command[]; onRun: (command: Command) => void; onClose: () => void }) {
  const { find, onRun, onClose } = props;
  const { contains } = useFilter({ sensitivity: "base" });
  const [commands] = useState(find);

  function run(id: string) {
    const command = commands.find((command) => command.id === id);
    // Restores the focus before the command moves it.
    flushSync(onClose);
    if (command !== undefined) onRun(command);
  }

  return (
    <PageDialog title="Commands" onClose={onClose}>
      <Autocomplete filter={contains}>
        <MenuSearch label="Find a command" autoFocus />
        <Menu
          className={styles.commands}
          aria-label="Commands"
          items={commands}
          onAction={(key) => run(String(key))}
          renderEmptyState={() => <p className="dim">No command with that name</p>}
        >
          {({ id, title, words, keys }) => (
            <MenuItem id={id} className={styles.command} textValue={`${title} ${words}`}>
              <span>{title}</span>
              <Keys keys={keys.slice(0, 1)} />
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </PageDialog>
  );
}
