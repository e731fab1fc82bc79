/** The connections of a capture, and what is missing to read the selected one. */
import type { Connection } from "../engine/types";
import { useRead, useSession } from "../inspector/inspector";
import { ConnectionList } from "../panes/connection-list";
import { Box } from "../ui/box";
import { count } from "../ui/figures";
import { Pane } from "../ui/pane";
import styles from "./connections-pane.module.css";
import { AddKeyLog } from "./key-log";

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

/** What the selected connection lacks, and a way to add it. */
function Chosen() {
  const opened = useSession((session) => session.opened);
  const number = opened?.status === "ok" ? opened.connection : 0;
  const [connection] = useRead((known) => known.connections(number, number + 1)) ?? [];
  const tls = connection?.number === number ? connection.tls : null;
  if (!tls?.missing) return null;
  return (
    <Box tone="note" className={styles.connectionMissing} role="note" aria-label="What is missing">
      <AddKeyLog />
      <p>
        {shortened(tls.missing, tls)} <span className="dim">See Problems for details and fixes.</span>
      </p>
      {tls.clientRandom !== null && (
        <p className="dim">
          client random <code>{tls.clientRandom}</code>
        </p>
      )}
    </Box>
  );
}

/** The first missing item's sentence, without the connection's name, which is next to it. */
function shortened(missing: string, { clientRandom, serverName }: NonNullable<Connection["tls"]>): string {
  const named = `client random ${clientRandom}${serverName === null ? "" : ` (${serverName})`}`;
  const [first = missing] = missing.replace(named, "this connection").split(/(?<=\.) /);
  return first;
}
