import { useRef, useState } from "react";
import { ChipButton } from "../ui/chip";
import { lazyComponent } from "../ui/lazy-component";

const OptionsPopover = lazyComponent(async () => (await import("./options-popover")).OptionsPopover, { soon: true });

export function OptionsForm() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ChipButton ref={button} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Options…
      </ChipButton>
      {isOpen && <OptionsPopover button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
