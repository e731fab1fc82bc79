/** The blocks of two sessions in pairs; any pair opens as a comparison of its blocks. */
import { clsx } from "clsx";
import { useState } from "react";
import { count, counted } from "../ui/figures";
import { Row } from "../ui/layout";
import { evenRows } from "../ui/row-heights";
import { RowList } from "../ui/row-list";
import { usePeek } from "../ui/use-known";
import { useRows } from "../ui/use-rows";
import styles from "./compare.module.css";
import type { Side } from "./compare-dialog";
import { PAIR_WHATS, type Pair, pairAt, pairsIn, totalsOf } from "./pairs";
import { WHAT } from "./words";

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
            <Sign what={what} number={counts[what]} />
          </li>
        ))}
      </Row>
      <Pairs records={records} left={left} right={right} onChoose={onChoose} />
    </>
  );
}

const PAIR_WORDS = { ...WHAT, value: { ...WHAT.value, word: "other fields" } };

function Sign({ what, number }: { what: Pair["what"]; number?: number }) {
  return (
    <span className={styles.what} data-what={what}>
      <span className={styles.sign} aria-hidden="true">
        {PAIR_WORDS[what].sign}
      </span>
      {number !== undefined && `${counted(number, "pair")} `}
      {PAIR_WORDS[what].word}
    </span>
  );
}

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
          // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox hears the keys
          <div
            key={index}
            id={`pair-${index}`}
            role="option"
            aria-selected={index === at}
            aria-disabled={pair.left === null || pair.right === null || undefined}
            aria-posinset={index + 1}
            aria-setsize={total}
            className={styles.pair}
            style={{ transform: `translateY(${start}px)` }}
            onClick={() => {
              setAt(index);
              choose(pair);
            }}
          >
            <Sign what={pair.what} />
            <span className={clsx("cut", styles.pairLine)} data-cut="">
              {lineOf(pair)}
            </span>
            <span className={clsx("dim cut", styles.pairBlocks)} data-cut="">
              {placesOf(pair)}
            </span>
          </div>
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
