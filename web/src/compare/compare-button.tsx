/** Opens the comparison of the selected block with another. */
import { useState } from "react";
import { Button } from "../ui/button";
import { lazyComponent } from "../ui/lazy-component";

const CompareDialog = lazyComponent(async () => (await import("./compare-dialog")).CompareDialog);

export function CompareButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="plain"
        id="compare"
        title="Compare this block with another, or with another text or file (c)"
        onClick={() => setOpen(true)}
      >
        Compare…
      </Button>
      {open && <CompareDialog onClose={() => setOpen(false)} />}
    </>
  );
}
