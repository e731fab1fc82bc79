/** The connections of a capture, and what is missing to read the selected one. */
import { useSelectedConnection, useSession } from "../inspector/inspector";
import { ConnectionList } from "../panes/connection-list";
import { isBare } from "../session/session";
import { Box } from "../ui/box";
import { count } from "../ui/figures";
import { Pane } from "../ui/pane";
import styles from "./connections-pane.module.css";
import { MissingKeys } from "./missing-keys";

export function ConnectionsPane() {
  const opened = useSession((session) => (session.opened?.status === "ok" ? session.opened : null));
  if (opened === null || opened.connections === null) return null;
  return (
    <Pane id="connections" title="Connections" note={count(opened.connections)}>
      <ConnectionList total={opened.connections} />
      <Chosen />
    </Pane>
  );
}

/** What the selected connection lacks, if a part of it can be read. */
function Chosen() {
  const connection = useSelectedConnection();
  const bare = useSession(isBare);
  const tls = connection?.tls ?? null;
  if (bare || !tls?.missing) return null;
  return (
    <Box tone="note" className={styles.connectionMissing} role="note" aria-label="What is missing">
      <MissingKeys tls={tls} missing={tls.missing} />
    </Box>
  );
}
