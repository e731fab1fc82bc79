/** Opens the comparison of the selected block with another. */
import { useState } from "react";
import { commandProps } from "../commands/command-props";
import { useCommandHandler } from "../ui/command-handlers";
import { lazyComponent } from "../ui/lazy-component";

const CompareDialog = lazyComponent(async () => (await import("./compare-dialog")).CompareDialog);

export function CompareButton() {
  const [open, setOpen] = useState(false);
  useCommandHandler("compare", () => setOpen(true));
  return (
    <>
      <button type="button" className="button button-plain" onClick={() => setOpen(true)} {...commandProps("compare")}>
        Compare…
      </button>
      {open && <CompareDialog onClose={() => setOpen(false)} />}
    </>
  );
}
