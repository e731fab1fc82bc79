/** The blocks of two sessions in pairs; any pair opens as a comparison of its blocks. */
import { clsx } from "clsx";
import { useState } from "react";
import { count, counted } from "../ui/figures";
import { Row } from "../ui/layout";
import { evenRows } from "../ui/row-heights";
import { ListOption, RowList } from "../ui/row-list";
import { usePeek } from "../ui/use-known";
import { useRows } from "../ui/use-rows";
import styles from "./compare.module.css";
import type { Side } from "./compare-dialog";
import { PAIR_WHATS, type Pair, pairAt, pairsIn, totalsOf } from "./pairs";
import { What } from "./what";

const ROW_HEIGHT = 44;

type OnChoose = (blocks: { left: number; right: number }) => void;

export function PairsList({ left, right, onChoose }: { left: Side; right: Side; onChoose: OnChoose }) {
  const records = usePeek()(() => left.reader.known.comparePairs(right.reader));
  if (records === null) return <p role="status">Comparing…</p>;
  const { counts, leftBytes, rightBytes } = totalsOf(records);
  const isSame = counts.same === pairsIn(records);
  return (
    <>
      <p role="status" className={styles.verdict}>
        {isSame ? "The sessions are the same." : "The sessions differ."} {count(leftBytes)} bytes on the wire left,{" "}
        {count(rightBytes)} right.
      </p>
      <Row as="ul" gap="items" small aria-label="Legend">
        {PAIR_WHATS.filter((what) => counts[what] > 0).map((what) => (
          <li key={what}>
            <What what={what} word={wordOf(what)}>
              {counted(counts[what], "pair")}
            </What>
          </li>
        ))}
      </Row>
      <Pairs records={records} left={left} right={right} onChoose={onChoose} />
    </>
  );
}

/** Blocks differ in fields, not in a value. */
const wordOf = (what: Pair["what"]) => (what === "value" ? "other fields" : undefined);

function Pairs(props: { records: Uint32Array; left: Side; right: Side; onChoose: OnChoose }) {
  const { records, left, right, onChoose } = props;
  const total = pairsIn(records);
  const [at, setAt] = useState(0);
  const rows = useRows(evenRows(total, ROW_HEIGHT), { shown: at });
  const drawn = rows.items.map(({ index }) => pairAt(records, index));
  const lineOf = useLines(left, right);

  function choose({ left, right }: Pair) {
    if (left !== null && right !== null) onChoose({ left, right });
  }

  return (
    <RowList
      rows={rows}
      className={styles.pairs}
      role="listbox"
      aria-label="Pairs of blocks"
      active={rows.items.some(({ index }) => index === at) ? `pair-${at}` : null}
      keys={{ at, choose: setAt }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        choose(pairAt(records, at));
      }}
    >
      {({ index, start }, place) => {
        const pair = drawn[place];
        if (pair === undefined) return null;
        return (
          <ListOption
            key={index}
            id={`pair-${index}`}
            place={index}
            total={total}
            top={start}
            aria-selected={index === at}
            aria-disabled={pair.left === null || pair.right === null || undefined}
            className={styles.pair}
            onClick={() => {
              setAt(index);
              choose(pair);
            }}
          >
            <What what={pair.what} word={wordOf(pair.what)} />
            <span className="mono cut" data-cut="">
              {lineOf(pair)}
            </span>
            <span className={clsx("dim cut", styles.pairBlocks)} data-cut="">
              {placesOf(pair)}
            </span>
          </ListOption>
        );
      }}
    </RowList>
  );
}

/** The blocks' numbers and sizes. */
function placesOf({ left, right, leftBytes, rightBytes }: Pair): string {
  const places = [
    left !== null && `left block ${count(left + 1)}, ${count(leftBytes)} B`,
    right !== null && `right block ${count(right + 1)}, ${count(rightBytes)} B`,
  ];
  return places.filter((place) => place !== false).join(" · ");
}

/** A summary of each visible pair's blocks. */
function useLines(left: Side, right: Side): (pair: Pair) => string {
  const peek = usePeek();
  const lineOf = ({ reader }: Side, block: number) => peek(() => reader.known.line(block));
  return (pair) => {
    const one = pair.left === null ? null : lineOf(left, pair.left);
    const other = pair.right === null ? one : lineOf(right, pair.right);
    if (pair.left === null || one === other) return other ?? "";
    return one === null || other === null ? "" : `${one} | ${other}`;
  };
}
