import { useRef, useState } from "react";
import { Button } from "../ui/button";
import { useCommandHandler } from "../ui/command-handlers";
import { lazyComponent } from "../ui/lazy-component";

const ExamplesList = lazyComponent(async () => (await import("./examples-list")).ExamplesList, { soon: true });

export function ExamplesMenu() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useCommandHandler("examples", () => setOpen(true));
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
        aria-keyshortcuts="e"
      >
        Examples <span aria-hidden="true">▾</span>
      </Button>
      {isOpen && <ExamplesList button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
