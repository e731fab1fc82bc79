/** The connections of a capture, in the order of their first packets. */
import { useEffect, useId } from "react";
import type { Connection } from "../engine/types";
import { useCachedOrLast, useInspector, useSession } from "../session/inspector";
import { counted } from "../ui/figures";
import { Row } from "../ui/layout";
import { evenRows } from "../ui/row-heights";
import { ListOption, RowList } from "../ui/row-list";
import { Tag } from "../ui/tag";
import { useRows } from "../ui/use-rows";
import styles from "./connection-list.module.css";
import { protocolOf, reasonOf } from "./connection-names";

const ROW_HEIGHT = 58;

/** Number of connections fetched around the visible ones. */
const WINDOW = 200;

/** `onChosen`: closes the menu that the list is, and has the focus in. */
export function ConnectionList({ total, onChosen }: { total: number; onChosen?: () => void }) {
  const inspector = useInspector();
  const id = useId();
  const opened = useSession((session) => session.opened);
  const selected = opened?.status === "ok" ? opened.connection : 0;
  const rows = useRows(evenRows(total, ROW_HEIGHT), { shown: selected });
  const { items } = rows;
  const page = Math.floor((items[0]?.index ?? 0) / WINDOW);
  const around = useCachedOrLast((known) => {
    const from = Math.max(page - 1, 0) * WINDOW;
    return { from, list: known.connections(from, (page + 2) * WINDOW) };
  });

  const { element } = rows;
  const isMenu = onChosen !== undefined;
  useEffect(() => {
    if (isMenu) element.current?.focus({ preventScroll: true });
  }, [isMenu, element]);

  const drawn = items.some((item) => item.index === selected);
  return (
    <RowList
      rows={rows}
      className={styles.connectionList}
      role="listbox"
      aria-label="Connections"
      active={drawn ? `${id}-${selected}` : null}
      keys={{ at: selected, page: 6, choose: (_, by) => inspector.stepConnection(by) }}
      onKeyDown={({ key }) => key === "Enter" && onChosen?.()}
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
          onChoose={() => inspector.selectConnection(index).then(onChosen)}
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
  onChoose: () => void;
}) {
  const { number, connection } = props;
  return (
    <ListOption
      id={props.id}
      place={number}
      total={props.total}
      top={props.top}
      aria-selected={props.selected}
      className={styles.connectionOption}
      onClick={props.onChoose}
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
          <span className="dim cut" data-cut="">
            {connection.protocol === "h2" ? sizeOf(connection) : reasonOf(connection)}
          </span>
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
  const { undecodableBlocks, errors, losses } = connection;
  return (
    <>
      {undecodableBlocks > 0 && <Tag look="error">{counted(undecodableBlocks, "error")}</Tag>}
      {errors > 0 && <Tag look="error">{counted(errors, "frame error")}</Tag>}
      {losses > 0 && <Tag>{counted(losses, "loss", "losses")}</Tag>}
    </>
  );
}
