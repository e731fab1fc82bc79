/** What a connection lacks to be decrypted, and how to add it. */
import type { Connection } from "../engine/types";
import { AddKeyLog } from "./key-log";

type Tls = NonNullable<Connection["tls"]>;

export function MissingKeys({ tls, missing }: { tls: Tls; missing: string }) {
  const [why = missing, ...how] = withoutName(missing, tls).split(/(?<=\.) /);
  const needsKeys = missing.includes("key log");
  return (
    <>
      <strong>{needsKeys ? "Drop its key log here" : "Not decrypted"}</strong>
      <p>{why}</p>
      {tls.clientRandom !== null && (
        <p className="dim">
          client random <code>{tls.clientRandom}</code>
        </p>
      )}
      {needsKeys && <AddKeyLog />}
      {how.length > 0 && (
        <p className="dim">
          {how.join(" ")}
          {missing.includes("SSLKEYLOGFILE") && " Then drop that file here too."}
        </p>
      )}
    </>
  );
}

/** Without the connection's name, which is next to it. */
function withoutName(missing: string, { clientRandom, serverName }: Tls): string {
  return missing.replace(
    `client random ${clientRandom}${serverName === null ? "" : ` (${serverName})`}`,
    "this connection",
  );
}
