import { useRef, useState } from "react";
import type { Button } from "../ui/button";
import type { ChipButton } from "../ui/chip";
import { lazyComponent } from "../ui/lazy-component";

const OptionsPopover = lazyComponent(async () => (await import("./options-popover")).OptionsPopover, { soon: true });

export function OptionsForm({ as: Opens }: { as: typeof Button | typeof ChipButton }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Opens ref={button} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Options…
      </Opens>
      {isOpen && <OptionsPopover button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
