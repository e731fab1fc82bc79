/** The grammar of searches, behind a button. */
import { useRef, useState } from "react";
import { Button } from "../ui/button";
import { lazyComponent } from "../ui/lazy-component";
import { tip } from "../ui/tip";

const FindGrammar = lazyComponent(async () => (await import("./find-grammar")).FindGrammar);

export function FindHelp() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        look="icon"
        aria-label="What can be found"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        {...tip("What can be found")}
      >
        ?
      </Button>
      {open && <FindGrammar button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
