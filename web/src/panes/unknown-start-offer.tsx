/** Offered where a fresh start met an index beyond the table, as most pasted captures do. */

import { useInspector, useSession } from "../inspector/inspector";
import { Box } from "../ui/box";
import { Button } from "../ui/button";

export function UnknownStartOffer() {
  const inspector = useInspector();
  const offered = useSession(
    (session) =>
      session.opened?.status === "ok" && session.opened.offerUnknownStart && session.options.start === "fresh",
  );
  if (!offered) return null;
  return (
    <Box tone="offer">
      <p>These bytes may come from the middle of a connection.</p>
      <Button look="primary" onClick={() => inspector.reopen({ start: "unknown" })}>
        Decode with an unknown start
      </Button>
    </Box>
  );
}
