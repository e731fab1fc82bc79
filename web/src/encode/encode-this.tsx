/** In Inspect: opens the selected block in the builder. */
import { useContext } from "react";
import { useNavigate } from "../address/navigate";
import { useInspector } from "../session/inspector";
import { Button } from "../ui/button";
import { tip } from "../ui/tip";
import { type Composer, ComposerContext } from "./composer";

export function EncodeThis({ block }: { block: number }) {
  const inspector = useInspector();
  const composer = useContext(ComposerContext);
  const navigate = useNavigate();

  // Some tests show panes without a builder.
  if (composer === null) return null;

  async function take(composer: Composer) {
    const { buildingOfBlock } = await import("./from-inspect");
    const taken = await buildingOfBlock(inspector.store.get().reader, block);
    if (typeof taken === "string") {
      inspector.notice(taken);
      return;
    }
    composer.open(taken.building, taken.note);
    navigate("encode", "build");
  }

  return (
    <Button {...tip("In Encode, with the table as it was before the block")} onClick={() => take(composer)}>
      Encode this block
    </Button>
  );
}
