/** Two blocks side by side: their fields, sums and tables. */
import { useState } from "react";
import type { Compared, ComparedEntry, ComparedSide, ComparedTables } from "../engine/types";
import { FieldCell } from "../panes/line";
import { InspectorContext } from "../session/inspector";
import { Button } from "../ui/button";
import { Wrong } from "../ui/control";
import { DataTable } from "../ui/data-table";
import { count, counted } from "../ui/figures";
import { KIND_NAMES, KindMark } from "../ui/kind";
import { Row, Stack } from "../ui/layout";
import { SectionText } from "../ui/section";
import { Tag } from "../ui/tag";
import { tip } from "../ui/tip";
import { useLast, usePeek } from "../ui/use-known";
import styles from "./compare.module.css";
import type { Side } from "./compare-dialog";
import { What } from "./what";
import { VERDICT_WORDS, WHAT, WHATS } from "./words";

type OfSides<What> = { left: What; right: What };

/** Number of lines fetched at once. */
const LINES = 200;

export function BlockComparison({ left, right, blocks }: OfSides<Side> & { blocks: OfSides<number> }) {
  const [most, setMost] = useState(LINES);
  const compared = useLast(
    left.reader,
    usePeek()(() => left.reader.known.compareBlocks(right.reader, blocks.left, blocks.right, 0, most)),
  );
  if (compared === null) return <p role="status">Comparing…</p>;
  const more = compared.total - compared.lines.length;
  return (
    <>
      <p role="status" className={styles.verdict}>
        {verdictOf(compared)}
      </p>
      <Legend compared={compared} />
      <Lines compared={compared} sides={{ left, right }} blocks={blocks} />
      {more > 0 && (
        <p>
          <Button onClick={() => setMost(most + LINES)}>Show {counted(Math.min(more, LINES), "more field")}</Button>{" "}
          <span className="dim">of {count(more)}</span>
        </p>
      )}
      <SumsTable compared={compared} />
      <TablesDifference name="Table before" tables={compared.before} />
      <TablesDifference name="Table after" tables={compared.after} />
    </>
  );
}

const SIDES = ["left", "right"] as const;

function verdictOf(compared: Compared): string {
  const { verdict, counts, total } = compared;
  const [failed, other] = SIDES.filter((side) => compared[side].error !== null);
  if (failed === undefined) return VERDICT_WORDS[verdict];
  const isSame = counts.same + counts.encoding === total && counts.moved === 0;
  const ends = other === undefined ? `the ${failed} block then fails` : "both blocks then fail";
  return `${isSame ? `Same ${counted(total, "field")}` : "Fields differ"}; ${ends}.`;
}

/** The meaning of the signs, with their counts. */
function Legend({ compared }: { compared: Compared }) {
  const { counts } = compared;
  const shown = WHATS.filter((what) => counts[what] > 0);
  return (
    <Row as="ul" gap="items" small aria-label="Legend">
      {shown.map((what) => (
        <li key={what} {...tip(WHAT[what].about)}>
          <What what={what}>{count(counts[what])}</What>
        </li>
      ))}
      {counts.moved > 0 && (
        <li {...tip("The other side has it at another place among its fields")}>
          {count(counts.moved)} <Tag>moved</Tag>
        </li>
      )}
    </Row>
  );
}

/** The fields side by side, and the errors after them. */
function Lines(props: { compared: Compared; sides: OfSides<Side>; blocks: OfSides<number> }) {
  const { compared, sides, blocks } = props;
  const { lines } = compared;
  const peek = usePeek();
  function fieldOf(side: "left" | "right", compared: ComparedSide | null) {
    if (compared === null) return <NoCell key={side} />;
    const { inspector, reader } = sides[side];
    const { known } = reader;
    const found = peek(() => ({ row: known.row(compared.row), block: known.content(blocks[side]).bytes }));
    if (found === null || found.row === null) return <td key={side} />;
    return (
      <InspectorContext key={side} value={inspector}>
        <FieldCell row={found.row} block={found.block} />
      </InspectorContext>
    );
  }
  return (
    <DataTable wide className={styles.lines} aria-label="Fields side by side" columns={["Compared", "Left", "Right"]}>
      {lines.map((line) => (
        <tr key={`${line.left?.row} ${line.right?.row}`} data-what={line.what}>
          <th scope="row">
            <What what={line.what} />
            {line.moved && <Tag>moved</Tag>}
          </th>
          {SIDES.map((side) => fieldOf(side, line[side]))}
        </tr>
      ))}
      {SIDES.some((side) => compared[side].error !== null) && (
        <tr data-what="error">
          <th scope="row">
            <KindMark kind="error" /> error
          </th>
          {SIDES.map((side) => (
            <ErrorCell key={side} error={compared[side].error} />
          ))}
        </tr>
      )}
    </DataTable>
  );
}

function NoCell() {
  return (
    <td className="dim">
      <span aria-hidden="true">–</span>
      <span className="sr-only">nothing</span>
    </td>
  );
}

function ErrorCell({ error }: { error: string | null }) {
  if (error === null) return <NoCell />;
  return (
    <td>
      <Wrong>
        <SectionText text={error} />
      </Wrong>
    </td>
  );
}

function SumsTable({ compared }: { compared: Compared }) {
  const { left, right } = compared;
  const rows: [string, string, string][] = [
    ["Fields", count(left.fields), count(right.fields)],
    ["Bytes on the wire", count(left.bytes), count(right.bytes)],
    ["Size as literals", count(left.literalBytes), count(right.literalBytes)],
  ];
  for (const [at, one] of left.kinds.entries()) {
    const other = right.kinds[at];
    if (other === undefined || one.count + other.count === 0) continue;
    const text = (sum: typeof one) => `${count(sum.count)} in ${counted(sum.bytes, "byte")}`;
    rows.push([KIND_NAMES[one.kind], text(one), text(other)]);
  }
  return (
    <DataTable className={styles.sums} aria-label="Totals" columns={["Totals", "Left", "Right"]}>
      {rows.map(([name, one, other]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{one}</td>
          <td>{other}</td>
        </tr>
      ))}
    </DataTable>
  );
}

function TablesDifference({ name, tables }: { name: string; tables: ComparedTables }) {
  const { left, right, both, onlyLeft, onlyRight, leftEntries, rightEntries } = tables;
  const isSame = onlyLeft + onlyRight === 0;
  const size = ({ size, maxSize, limit }: typeof left) =>
    `${count(size)} of ${counted(maxSize, "byte")}${limit === maxSize ? "" : `, limit ${count(limit)}`}`;
  return (
    <Stack as="section" gap="tight" aria-label={name}>
      <h3>{name}</h3>
      <p className="small">
        Left {size(left)}; right {size(right)}.{" "}
        {isSame
          ? `${counted(both, "entry", "entries")}, the same on both sides.`
          : `${counted(both, "entry", "entries")} in both, ${count(onlyLeft)} only on the left, ${count(onlyRight)} only on the right.`}
      </p>
      {!isSame && (
        <Stack as="ul" gap="tight" small className={styles.entries}>
          <Entries what="left" entries={leftEntries} total={onlyLeft} />
          <Entries what="right" entries={rightEntries} total={onlyRight} />
        </Stack>
      )}
    </Stack>
  );
}

function Entries({ what, entries, total }: { what: "left" | "right"; entries: ComparedEntry[]; total: number }) {
  return (
    <>
      {entries.map((entry, at) => (
        <li key={at}>
          <What what={what} />{" "}
          <span className="mono">
            <b>{entry.name}</b>: {entry.value}
          </span>
        </li>
      ))}
      {total > entries.length && <li className="dim">and {count(total - entries.length)} more</li>}
    </>
  );
}
