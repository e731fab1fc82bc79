import { useState } from "react";
import type { TableEntry } from "../engine/types";
import { Button } from "../ui/button";
import { PageDialog } from "../ui/dialog";
import { UsesOf } from "./uses";

/** Opens a dialog with every later field that refers to an entry. */
export function UsesButton({ direction, entry }: { direction: number; entry: TableEntry }) {
  const [open, setOpen] = useState(false);
  const name = entry.name ?? "an unknown entry";
  const close = () => setOpen(false);
  return (
    // Clicks here, also in the dialog, do not select the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps presses to itself
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps presses to itself
    <span onClick={(event) => event.stopPropagation()}>
      <Button
        look="plain"
        aria-label={`Uses of ${entry.index === null ? "" : `${entry.index}, `}${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">⤷</span>
      </Button>
      {open && (
        <PageDialog title={`Uses of ${name}`} onClose={close}>
          <p className="mono">
            {name}: {entry.value}
          </p>
          <UsesOf direction={direction} position={entry.position} onFollow={close} />
        </PageDialog>
      )}
    </span>
  );
}
