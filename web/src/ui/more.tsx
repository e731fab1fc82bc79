/** “⋯”: opens the buttons that have no room in a row. */
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button";
import { Stack } from "./layout";
import { lazyComponent } from "./lazy-component";
import styles from "./menu.module.css";
import { tip } from "./tip";

const Popover = lazyComponent(async () => (await import("./menu")).Popover, { soon: true });

export function More({ label, children }: { label: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        look="icon"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        {...tip(label)}
      >
        <span aria-hidden="true">⋯</span>
      </Button>
      {isOpen && (
        <Popover
          placement="bottom end"
          aria-label={label}
          triggerRef={button}
          isOpen
          onOpenChange={() => setOpen(false)}
        >
          <Stack
            gap="tight"
            className={styles.more}
            onClick={({ target }) => {
              // What is copied is confirmed in its button.
              if (target instanceof Element && target.closest("[data-copy]") === null) setOpen(false);
            }}
          >
            {children}
          </Stack>
        </Popover>
      )}
    </>
  );
}
