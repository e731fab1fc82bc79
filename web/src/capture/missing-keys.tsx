/** What a connection lacks to be decrypted, and how to add it. */
import type { Connection } from "../engine/types";
import { sentencesOf } from "../panes/connection-names";
import { AddKeyLog } from "./key-log";

type Tls = NonNullable<Connection["tls"]>;

export function MissingKeys({ tls, missing }: { tls: Tls; missing: string }) {
  const [why = missing, ...how] = sentencesOf(missing);
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
      {needsKeys && <AddKeyLog>Choose the key log…</AddKeyLog>}
      {how.length > 0 && (
        <p className="dim">
          {how.join(" ")}
          {missing.includes("SSLKEYLOGFILE") && " Then drop that file here too."}
        </p>
      )}
    </>
  );
}
