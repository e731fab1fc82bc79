/** The entries of the table, by the bytes they saved, as tried or as sent. */
import { clsx } from "clsx";
import { useState } from "react";
import { useNavigate } from "../../address/navigate";
import type { EntryOrder, EntryWindow, TriedEntry } from "../../engine/types";
import { useInspector, useReader } from "../../session/inspector";
import { Button } from "../../ui/button";
import { DataTable, type Heading } from "../../ui/data-table";
import { count, counted } from "../../ui/figures";
import { Check, Row } from "../../ui/layout";
import { tip } from "../../ui/tip";
import { useLast, usePeek } from "../../ui/use-known";
import { change } from "./figures-table";
import type { WhatIfResult } from "./use-what-if";
import styles from "./what-if.module.css";

/** Number of entries shown at first, and added each time. */
const ROWS = 25;

const COLUMNS: { order: EntryOrder; title: string; about: string }[] = [
  { order: "saved", title: "saved", about: "bytes, compared with literals without the table" },
  { order: "uses", title: "used", about: "as a whole, and for its name alone" },
  { order: "size", title: "size", about: "bytes (§4.1)" },
  { order: "inserted", title: "lived", about: "from the block that inserted it to the one that evicted it" },
];

export function EntriesTable({ tried }: { tried: WhatIfResult }) {
  const { core } = useReader();
  const [sent, setSent] = useState(false);
  const [order, setOrder] = useState<EntryOrder>("saved");
  const [descending, setDescending] = useState(true);
  const [shown, setShown] = useState(ROWS);
  const question = { sent, order, descending, from: 0, to: shown };
  const window = useLast(
    core,
    usePeek()(
      () => tried.entries.read(JSON.stringify(question), () => core.whatIfEntries(question)) as EntryWindow | null,
    ),
  );

  function sort(by: EntryOrder) {
    setDescending(by === order ? !descending : by !== "inserted");
    setOrder(by);
    setShown(ROWS);
  }

  return (
    <section className={styles.wide} aria-labelledby="what-if-entries">
      <Row gap="items">
        <h2 className="heading" id="what-if-entries">
          What each entry saved
        </h2>
        <Row as="fieldset">
          <legend className="sr-only">Which entries</legend>
          {[false, true].map((which) => (
            <Check
              key={String(which)}
              type="radio"
              name="entries"
              checked={sent === which}
              onChange={() => setSent(which)}
            >
              {which ? "sent" : "what if"}
            </Check>
          ))}
        </Row>
        {window !== null && <span className="dim">{counted(window.total, "entry", "entries")}</span>}
      </Row>
      {window?.total === 0 ? (
        <p className="dim">No field was added to the table.</p>
      ) : (
        <div className={clsx("scroll", styles.scroll)} tabIndex={0} role="region" aria-label="Entries">
          <DataTable
            figures
            wide
            columns={[
              "entry",
              ...COLUMNS.map(
                ({ order: by, title, about }): Heading => ({
                  name: title,
                  "aria-sort": by !== order ? "none" : descending ? "descending" : "ascending",
                  children: (
                    <Button look="link" {...tip(about)} onClick={() => sort(by)}>
                      {title} <span aria-hidden="true">{by !== order ? "" : descending ? "▾" : "▴"}</span>
                    </Button>
                  ),
                }),
              ),
            ]}
          >
            {window?.entries.map((entry) => (
              <Entry key={`${entry.row}-${entry.inserted}`} entry={entry} />
            ))}
          </DataTable>
        </div>
      )}
      {window !== null && window.entries.length < window.total && (
        <p className={styles.turn}>
          <Button onClick={() => setShown(shown + 4 * ROWS)}>
            {count(Math.min(4 * ROWS, window.total - window.entries.length))} more
          </Button>
        </p>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: TriedEntry }) {
  const inspector = useInspector();
  const navigate = useNavigate();
  const { name, value, saved, uses, nameUses, size, inserted, evicted, row } = entry;
  return (
    <tr>
      <th scope="row" className={styles.entry}>
        <Button
          look="link"
          className="mono"
          {...tip(`The field that inserted it, in Inspect: ${name}: ${value}`)}
          onClick={async () => {
            await inspector.selectRow(row);
            navigate("inspect");
          }}
        >
          {name}: <span className="dim">{value}</span>
        </Button>
      </th>
      <td className={saved > 0 ? styles.better : saved < 0 ? styles.worse : "dim"}>{change(saved)}</td>
      <td>
        {count(uses)}
        {nameUses > 0 && <small className="dim"> +{count(nameUses)} name</small>}
        {uses + nameUses === 0 && <small className="dim"> unused</small>}
      </td>
      <td>{count(size)}</td>
      <td>
        {count(inserted + 1)}–{evicted === null ? "end" : count(evicted + 1)}
      </td>
    </tr>
  );
}
