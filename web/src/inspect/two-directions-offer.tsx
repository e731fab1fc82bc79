/** Offered where requests and responses stand in one list without senders: each side has a table of its own. */
import { useInspector, useSession } from "./inspector";

export function TwoDirectionsOffer() {
  const inspector = useInspector();
  const isOffered = useSession((session) => session.opened?.status === "ok" && session.opened.twoDirections);
  const isApplied = useSession((session) => session.options.sides === "fields");
  if (!isOffered) return null;
  // One button does and undoes it: the focus stays on it.
  return (
    <div className="offer" role="group" aria-label="Two directions">
      {isApplied && <p>Requests and responses each have their own table.</p>}
      <button
        type="button"
        className="button"
        onClick={() => inspector.reopen({ sides: isApplied ? "one" : "fields" })}
      >
        {isApplied ? "Use one table for all blocks again" : "Two directions in one list: give each its own table"}
      </button>
    </div>
  );
}
