/** Totals: as sent, as tried, and the difference. */

import { AS_SENT } from "../../address/what-if-choice";
import type { WhatIfMenu, WhatIfTotals } from "../../engine/types";
import { DataTable } from "../../ui/data-table";
import { count, counted } from "../../ui/figures";
import { sizeName } from "./scale";
import type { WhatIfResult } from "./use-what-if";
import styles from "./what-if.module.css";

type Line = {
  name: string;
  about: string;
  of: (totals: WhatIfTotals, tried: WhatIfResult) => number;
  show: (figure: number) => string;
  /** Whether fewer are better; null for neither. */
  fewer: boolean | null;
};

const percent = (part: number) => `${(100 * part).toFixed(1)}%`;
const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

const LINES: Line[] = [
  { name: "Bytes", about: "of all header blocks", of: ({ bytes }) => bytes, show: count, fewer: true },
  {
    name: "Compressed size",
    about: "as a share of names and values",
    of: ({ bytes }, { answer }) => ratio(bytes, answer.plainBytes),
    show: percent,
    fewer: true,
  },
  {
    name: "Hit rate",
    about: "fields sent as an index alone",
    of: ({ staticHits, dynamicHits, fields }) => ratio(staticHits + dynamicHits, fields),
    show: percent,
    fewer: false,
  },
  {
    name: "… in the dynamic table",
    about: "fields",
    of: ({ dynamicHits }) => dynamicHits,
    show: count,
    fewer: false,
  },
  {
    name: "… in the static table",
    about: "fields",
    of: ({ staticHits }) => staticHits,
    show: count,
    fewer: null,
  },
  { name: "Names by index", about: "literals", of: ({ nameHits }) => nameHits, show: count, fewer: null },
  { name: "Fully literal", about: "fields, name and value", of: ({ literals }) => literals, show: count, fewer: true },
  { name: "Entries inserted", about: "", of: ({ inserted }) => inserted, show: count, fewer: null },
  { name: "… evicted", about: "", of: ({ evicted }) => evicted, show: count, fewer: null },
  {
    name: "… evicted unused",
    about: "entries that were never referred to",
    of: ({ unused }) => unused,
    show: count,
    fewer: true,
  },
  {
    name: "Churn",
    about: "bytes inserted and evicted unused",
    of: ({ unusedBytes }) => unusedBytes,
    show: count,
    fewer: true,
  },
  {
    name: "The table saved",
    about: "bytes, compared with literals without it",
    of: ({ saved }) => saved,
    show: count,
    fewer: false,
  },
];

export function FiguresTable({ tried, menu, isNew }: { tried: WhatIfResult; menu: WhatIfMenu; isNew: boolean }) {
  const { answer, question } = tried;
  if (answer.tried === null) return null;
  const { sent } = answer;
  const difference = answer.tried.bytes - sent.bytes;
  const policy = menu.choices.find(({ id }) => id === question.choices)?.title ?? question.choices;
  const choices = question.choices === AS_SENT ? policy : `“${policy}” in place of the sender's own choices`;
  const size = question.maximum === null ? "in the same table" : `in a table of ${sizeName(question.maximum)}`;
  return (
    <section className={styles.figures} aria-labelledby="what-if-sum">
      <p id="what-if-sum" className={styles.sum} role="status">
        <strong>{counted(answer.tried.bytes, "byte")}</strong> instead of {count(sent.bytes)}
        {": "}
        <span className={difference < 0 ? styles.better : difference > 0 ? styles.worse : undefined}>
          {difference === 0 ? "the same" : `${change(difference)} (${relative(difference, sent.bytes)})`}
        </span>
        <small className="dim">{isNew ? `${choices}, ${size}` : "encoding again…"}</small>
      </p>
      <DataTable
        figures
        wide
        caption={<caption className="sr-only">As sent and re-encoded</caption>}
        columns={[{ name: "figure", hidden: true }, "sent", "what if", "change"]}
      >
        {LINES.map((line) => (
          <FigureLine key={line.name} line={line} tried={tried} />
        ))}
      </DataTable>
    </section>
  );
}

function FigureLine({ line, tried }: { line: Line; tried: WhatIfResult }) {
  const { answer } = tried;
  const before = line.of(answer.sent, tried);
  const after = answer.tried === null ? 0 : line.of(answer.tried, tried);
  const better = line.fewer === null || before === after ? null : after < before === line.fewer;
  const difference = after - before;
  const shown =
    line.show === percent
      ? `${difference > 0 ? "+" : "−"}${(100 * Math.abs(difference)).toFixed(1)}`
      : change(difference);
  return (
    <tr>
      <th scope="row">
        {line.name} {line.about !== "" && <small className="dim">{line.about}</small>}
      </th>
      <td>{line.show(before)}</td>
      <td>{line.show(after)}</td>
      <td className={better === null ? "dim" : better ? styles.better : styles.worse}>
        {before === after ? "·" : shown}
      </td>
    </tr>
  );
}

/** “−1,204”, “+12”. */
export function change(difference: number): string {
  return `${difference > 0 ? "+" : difference < 0 ? "−" : ""}${count(Math.abs(difference))}`;
}

function relative(difference: number, whole: number): string {
  return whole === 0 ? "" : `${difference > 0 ? "+" : "−"}${percent(Math.abs(difference) / whole)}`;
}
