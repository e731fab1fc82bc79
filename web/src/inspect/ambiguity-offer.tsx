/** Offered where nothing decides between two notations: the one in which the text was not read, and so the way back. */
import { useInspector, useSession } from "./inspector";

export function AmbiguityOffer() {
  const inspector = useInspector();
  const ambiguous = useSession((session) => (session.opened?.status === "ok" ? session.opened.ambiguous : null));
  if (ambiguous === null) return null;
  return (
    <div className="offer" role="group" aria-label="Ambiguous">
      <p>{ambiguous.message}</p>
      <button type="button" className="button" onClick={() => inspector.reopen({ format: ambiguous.other.id })}>
        Read as {ambiguous.other.title}
      </button>
    </div>
  );
}
