/** The connections of a capture, in the order of their first packets. */

import { clsx } from "clsx";
import { useId } from "react";
import type { Connection } from "../engine/types";
import { useInspector, useRead, useSession } from "../inspect/inspector";
import { Box } from "../ui/box";
import { count, counted } from "../ui/figures";
import { Row } from "../ui/layout";
import { Pane } from "../ui/pane";
import { evenRows } from "../ui/row-heights";
import { RowList } from "../ui/row-list";
import { Tag } from "../ui/tag";
import { useRows } from "../ui/use-rows";
import styles from "./connections-pane.module.css";
import { AddKeyLog } from "./key-log";
import { protocolOf } from "./words";

const ROW_HEIGHT = 58;

/** Connections fetched around what is in view. */
const WINDOW = 200;

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

/** The connections of the session in reach, of which one is chosen. */
export function ConnectionList({ total }: { total: number }) {
  const inspector = useInspector();
  const id = useId();
  const opened = useSession((session) => session.opened);
  const selected = opened?.status === "ok" ? opened.connection : 0;
  const rows = useRows(evenRows(total, ROW_HEIGHT), { shown: selected });
  const { items } = rows;
  const page = Math.floor((items[0]?.index ?? 0) / WINDOW);
  const around = useRead((known) => {
    const from = Math.max(page - 1, 0) * WINDOW;
    return { from, list: known.connections(from, (page + 2) * WINDOW) };
  });

  const drawn = items.some((item) => item.index === selected);
  return (
    <RowList
      rows={rows}
      className={styles.connectionList}
      role="listbox"
      aria-label="Connections"
      active={drawn ? `${id}-${selected}` : null}
      keys={{ at: selected, page: 6, choose: (_, by) => inspector.stepConnection(by) }}
    >
      {({ index, start }) => (
        <ConnectionOption
          key={index}
          id={`${id}-${index}`}
          number={index}
          total={total}
          top={start}
          connection={around?.list[index - around.from] ?? null}
          selected={index === selected}
        />
      )}
    </RowList>
  );
}

function ConnectionOption(props: {
  id: string;
  number: number;
  total: number;
  top: number;
  connection: Connection | null;
  selected: boolean;
}) {
  const { number, connection } = props;
  const inspector = useInspector();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox hears the keys
    <div
      id={props.id}
      role="option"
      aria-selected={props.selected}
      aria-posinset={number + 1}
      aria-setsize={props.total}
      className={styles.connectionOption}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => inspector.selectConnection(number)}
    >
      {connection !== null && (
        <>
          <span className="mono cut" data-cut="">
            {connection.name}
          </span>
          <Row as="span" gap="small" className={styles.connectionAbout}>
            <span className={clsx("cut", styles.connectionProtocol)} data-cut="">
              {aboutOf(connection)}
            </span>
            <Notes connection={connection} />
          </Row>
          {connection.protocol === "h2" && (
            <span className={clsx("mono cut", styles.connectionSize)} data-cut="">
              {sizeOf(connection)}
            </span>
          )}
        </>
      )}
    </div>
  );
}

function aboutOf(connection: Connection): string {
  const { tls } = connection;
  return tls?.serverName ? `${protocolOf(connection)} · ${tls.serverName}` : protocolOf(connection);
}

function sizeOf({ blocks, frames }: Connection): string {
  return `${counted(blocks, "block")} · ${counted(frames, "frame")}`;
}

function Notes({ connection }: { connection: Connection }) {
  const { faults, errors, losses, tls, protocol } = connection;
  return (
    <>
      {protocol === "tls" && tls?.missing && <Tag look="error">keys missing</Tag>}
      {faults > 0 && <Tag look="error">{counted(faults, "fault")}</Tag>}
      {errors > 0 && <Tag look="error">{counted(errors, "error")}</Tag>}
      {losses > 0 && <Tag>{counted(losses, "loss", "losses")}</Tag>}
    </>
  );
}

/** What is missing for the selected connection, and the way to bring it. */
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

/** The first of the sentences that say what is missing, without the name of the connection, which stands beside it. */
function shortened(missing: string, { clientRandom, serverName }: NonNullable<Connection["tls"]>): string {
  const named = `client random ${clientRandom}${serverName === null ? "" : ` (${serverName})`}`;
  const [first = missing] = missing.replace(named, "this connection").split(/(?<=\.) /);
  return first;
}
