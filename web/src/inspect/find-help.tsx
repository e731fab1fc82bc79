/** The grammar of searches, behind a button. */
import { useRef, useState } from "react";
import { lazyComponent } from "../ui/lazy-component";
import { tip } from "../ui/tip";

const FindGrammar = lazyComponent(async () => (await import("./find-grammar")).FindGrammar);

export function FindHelp() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-plain icon-button"
        aria-label="What can be found"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        {...tip("What can be found")}
      >
        ?
      </button>
      {open && <FindGrammar button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
