import { useRef, useState } from "react";
import { useSession } from "../inspector/inspector";
import { startOf } from "../session/options";
import { ChipButton } from "../ui/chip";
import { lazyComponent } from "../ui/lazy-component";

const OptionsPopover = lazyComponent(async () => (await import("./options-popover")).OptionsPopover, { soon: true });

export function OptionsForm() {
  const changed = useSession((session) => startOf(session.options) !== null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ChipButton
        ref={button}
        aria-label={changed ? "Start and splitting, changed" : "Start and splitting"}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        start…
      </ChipButton>
      {isOpen && <OptionsPopover button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
