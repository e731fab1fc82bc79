/** The selected connection of a capture, a menu of the others, and what is missing to decrypt one. */
import { useRef, useState } from "react";
import { commandProps } from "../commands/command-props";
import type { Connection } from "../engine/types";
import { ConnectionList } from "../panes/connection-list";
import { reasonOf, titleOf } from "../panes/connection-names";
import { useCachedOrLast, useSelectedConnection, useSession } from "../session/inspector";
import { isWithoutFrames } from "../session/session";
import { Button } from "../ui/button";
import { useCommandHandler } from "../ui/command-handlers";
import { count, counted } from "../ui/figures";
import { Row } from "../ui/layout";
import { Popover } from "../ui/menu";
import styles from "./connection-menu.module.css";
import { AddKeyLog } from "./key-log";

/** Number of connections that are searched for one that is not decrypted; the menu gives the reason of each. */
const LOOKED_AT = 200;

export function ConnectionMenu() {
  const total = useSession(({ opened }) => (opened?.status === "ok" ? (opened.connections ?? 0) : 0));
  const connection = useSelectedConnection();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useCommandHandler("pane:connections", () => setOpen(true));
  const close = () => setOpen(false);
  if (total === 0) return null;
  return (
    <>
      <Button
        ref={button}
        className={styles.connection}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        {...commandProps("pane:connections", counted(total, "connection"))}
      >
        <span className="sr-only">Connection: </span>
        <span className="cut">{connection && titleOf(connection)}</span> <span aria-hidden="true">▾</span>
      </Button>
      {isOpen && (
        <Popover placement="bottom start" aria-label="Connections" triggerRef={button} isOpen onOpenChange={close}>
          <div className={styles.list}>
            <ConnectionList total={total} onChosen={close} />
          </div>
        </Popover>
      )}
      {connection !== null && <Missing total={total} selected={connection} />}
    </>
  );
}

/** What the selected connection lacks if a part of it can be read, else what the others lack. */
function Missing({ total, selected }: { total: number; selected: Connection }) {
  const bare = useSession(isWithoutFrames);
  const others = useCachedOrLast((known) =>
    known
      .connections(0, Math.min(total, LOOKED_AT))
      .filter(({ number, protocol, tls }) => number !== selected.number && (protocol === "tls" || tls?.missing)),
  );
  // The view says why nothing of it can be read.
  const own = bare ? null : reasonOf(selected);
  const [other] = others ?? [];
  if (own === null && other === undefined) return null;
  const more = others?.length ?? 0;
  const words =
    own !== null
      ? `Not all decrypted: ${own}`
      : more === 1 && other !== undefined
        ? ["1 more connection, not decrypted", reasonOf(other)].filter((part) => part !== null).join(": ")
        : `${count(more)}${total > LOOKED_AT ? " or more" : ""} other connections, not decrypted`;
  return (
    <Row gap="small" small className={styles.missing} data-missing="">
      <span className="dim cut" data-cut="">
        {words}
      </span>
      {!bare && (own !== null || other?.tls?.missing) && <AddKeyLog>Key log…</AddKeyLog>}
    </Row>
  );
}
