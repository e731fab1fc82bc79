import { useRef, useState } from "react";
import { Button } from "../ui/button";
import { useCommandHandler } from "../ui/command-handlers";
import { lazyComponent } from "../ui/lazy-component";

const ExamplesList = lazyComponent(async () => (await import("./examples-list")).ExamplesList, { soon: true });

export function ExamplesMenu() {
  const button = useRef<HTMLButtonElement>(null);
  const [openedBy, setOpenedBy] = useState<"key" | "pointer" | null>(null);
  useCommandHandler("examples", () => setOpenedBy("key"));
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={openedBy !== null}
        // A press of Enter or the space bar is a click without a count.
        onClick={({ detail }) => setOpenedBy(detail === 0 ? "key" : "pointer")}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpenedBy("key");
        }}
        aria-keyshortcuts="e"
      >
        Examples <span aria-hidden="true">▾</span>
      </Button>
      {openedBy !== null && (
        <ExamplesList button={button} byKey={openedBy === "key"} onClose={() => setOpenedBy(null)} />
      )}
    </>
  );
}
