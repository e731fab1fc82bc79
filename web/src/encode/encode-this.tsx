/** In Inspect: takes the selected block into the builder. */
import { useContext } from "react";
import { type App, AppContext } from "../app/app-context";
import { useInspector } from "../inspect/inspector";
import { tip } from "../ui/tip";

export function EncodeThis({ block }: { block: number }) {
  const inspector = useInspector();
  const app = useContext(AppContext);

  // Panes also stand where there is no builder.
  if (app === null) return null;

  async function take({ composer, navigate }: App) {
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
    <button
      type="button"
      className="button button-plain"
      {...tip("Opens this block in Encode, with the table as it was before the block")}
      onClick={() => take(app)}
    >
      Encode this block
    </button>
  );
}
