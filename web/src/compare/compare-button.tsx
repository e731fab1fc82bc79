/** Opens the comparison of the selected block with another. */
import { useState } from "react";
import { commandProps } from "../commands/command-props";
import { Button } from "../ui/button";
import { useCommandHandler } from "../ui/command-handlers";
import { lazyComponent } from "../ui/lazy-component";

const CompareDialog = lazyComponent(async () => (await import("./compare-dialog")).CompareDialog);

export function CompareButton() {
  const [open, setOpen] = useState(false);
  useCommandHandler("compare", () => setOpen(true));
  return (
    <>
      <Button onClick={() => setOpen(true)} {...commandProps("compare")}>
        Compare…
      </Button>
      {open && <CompareDialog onClose={() => setOpen(false)} />}
    </>
  );
}
