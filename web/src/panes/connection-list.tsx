/** The connections of a capture, in the order of their first packets. */
import { useId } from "react";
import type { Connection, Protocol } from "../engine/types";
import { useInspector, useRead, useSession } from "../inspector/inspector";
import { counted } from "../ui/figures";
import { Row } from "../ui/layout";
import { evenRows } from "../ui/row-heights";
import { ListOption, RowList } from "../ui/row-list";
import { Tag } from "../ui/tag";
import { useRows } from "../ui/use-rows";
import styles from "./connection-list.module.css";

const ROW_HEIGHT = 58;

/** Number of connections fetched around the visible ones. */
const WINDOW = 200;

const PROTOCOL_NAMES: Record<Protocol, string> = {
  h2: "HTTP/2",
  "http/1.1": "HTTP/1.1",
  tls: "TLS",
  quic: "QUIC",
  unknown: "not recognized",
};

const START_NAMES: Record<Exclude<Connection["start"], "paste">, string> = {
  "prior-knowledge": "in cleartext",
  upgrade: "after an Upgrade",
  tls: "inside TLS",
  middle: "from the middle",
};

/** “HTTP/2 inside TLS 1.3”, “TLS 1.2, not decrypted”. */
function protocolOf(connection: Connection): string {
  const { protocol, start, tls } = connection;
  if (protocol === "h2") {
    if (start === "paste") return "Pasted HTTP/2 frames";
    const where = start === "tls" && tls?.version ? `inside ${tls.version}` : START_NAMES[start];
    const secret = tls !== null && start === "middle" ? `, ${tls.version ?? "TLS"}` : "";
    return `HTTP/2 ${where}${secret}`;
  }
  if (protocol === "tls") return `${tls?.version ?? "TLS"}, not decrypted`;
  return PROTOCOL_NAMES[protocol];
}

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
    <ListOption
      id={props.id}
      place={number}
      total={props.total}
      top={props.top}
      aria-selected={props.selected}
      className={styles.connectionOption}
      onClick={() => inspector.selectConnection(number)}
    >
      {connection !== null && (
        <>
          <span className="mono cut" data-cut="">
            {connection.name}
          </span>
          <Row as="span" gap="small" className={styles.connectionAbout}>
            <span className="dim cut" data-cut="">
              {aboutOf(connection)}
            </span>
            <Notes connection={connection} />
          </Row>
          {connection.protocol === "h2" && (
            <span className="mono dim cut" data-cut="">
              {sizeOf(connection)}
            </span>
          )}
        </>
      )}
    </ListOption>
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
      {faults > 0 && <Tag look="error">{counted(faults, "error")}</Tag>}
      {errors > 0 && <Tag look="error">{counted(errors, "frame error")}</Tag>}
      {losses > 0 && <Tag>{counted(losses, "loss", "losses")}</Tag>}
    </>
  );
}
