/** What a connection lacks to be decrypted, and how to add it. */
import { clsx } from "clsx";
import type { Connection } from "../engine/types";
import { sentencesOf } from "../panes/connection-names";
import { Box } from "../ui/box";
import { AddKeyLog } from "./key-log";
import styles from "./missing-keys.module.css";

export function MissingKeys({ tls: { missing, clientRandom } }: { tls: NonNullable<Connection["tls"]> }) {
  const [why = "", ...how] = sentencesOf(missing ?? "");
  const needsKeys = missing?.includes("key log");
  return (
    <div className={clsx("scroll", styles.missing)}>
      <Box tone="note" role="note" aria-label="What is missing">
        <strong>{needsKeys ? "Drop its key log here" : "Not decrypted"}</strong>
        <p>{why}</p>
        {clientRandom !== null && (
          <p className="dim">
            client random <code>{clientRandom}</code>
          </p>
        )}
        {needsKeys && <AddKeyLog>Choose the key log…</AddKeyLog>}
        {how.length > 0 && (
          <p className="dim">
            {how.join(" ")}
            {missing?.includes("SSLKEYLOGFILE") && " Then drop that file here too."}
          </p>
        )}
      </Box>
    </div>
  );
}
