/** The bytes around the step, and the table before and after it. */
import { asShown, lettersOf } from "../engine/shown-text";
import type { Explanation, Framing, TableEntry, TableView } from "../engine/types";
import { TableState } from "../explain/table-state";
import { counted, hex } from "../ui/figures";
import { bytesOf, cut } from "./cut";
import { useFit } from "./fit";
import styles from "./present.module.css";
import type { Stage, TableAt } from "./stages";

const PER_LINE = 8;
/** Lines of bytes, rows of the table, and the longest value in them, characters. */
const WAYS = [[4, 12, 60], ...[12, 9, 7, 6, 5].flatMap((rows) => [40, 20, 10].map((most) => [3, rows, most]))] as [
  number,
  number,
  number,
][];

type Props = {
  of: unknown;
  bytes: Uint8Array;
  framing: Framing | null;
  explanation: Explanation | null;
  stages: Stage[];
  at: number;
  asking: boolean;
  before: TableView;
  after: TableView;
};

export function TablePart(props: Props) {
  const { stages, at, asking, explanation, before, after } = props;
  const [place, [lines, rows, most]] = useFit(props.of, WAYS);
  const answered = asking ? at - 1 : at;
  const reference = explanation?.parts.find(({ part }) => part === "reference");
  const isKnown = reference?.part === "reference" && reference.table === "dynamic" && answered > 0;
  const referred = isKnown ? reference.position : null;
  const current = stages[answered]?.table ?? "before";
  const gone = new Set(after.evicted.map(({ position }) => position));
  const tables: Record<TableAt, TableView> = {
    before,
    evicting: {
      ...{ ...after, inserted: null, entries: before.entries.filter(({ position }) => !gone.has(position)) },
      fill: {
        ...before.fill,
        count: before.fill.count - after.evictedTotal,
        size: after.fill.size - (explanation?.insertion?.size ?? 0),
      },
    },
    after,
  };
  return (
    <div ref={place} className={styles.table}>
      <Bytes {...props} lines={lines} />
      <div className={styles.stack}>
        {[...new Set<TableAt>(["before", ...stages.map(({ table }) => table)])].map((when) => (
          <div key={when} data-hidden={when !== current || undefined}>
            <TableState
              view={shortened(tables[when], referred, rows, most)}
              atStep={when !== "before"}
              referred={referred}
              label="Dynamic table"
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** `rows` rows: those that go, the newest, the one that is referred to, and the number of the others. */
function shortened(view: TableView, referred: number | null, rows: number, most: number): TableView {
  // Where few entries stay, more of those that go have room.
  const evicted = view.evicted.slice(0, rows - 1 - Math.min(2, view.entries.length));
  const left = rows - evicted.length;
  const newest = view.entries.slice(0, view.fill.count > left ? left - 1 : left);
  const used = view.entries.slice(newest.length).filter(({ position }) => position === referred);
  const entries = [...newest.slice(0, newest.length - used.length), ...used];
  const short = (entry: TableEntry) => withCut(entry, most);
  return { ...view, entries: entries.map(short), evicted: evicted.map(short) };
}

/** Bytes of an entry besides its name and value (RFC 7541 §4.1). */
const OVERHEAD = 32;

function withCut(entry: TableEntry, most: number): TableEntry {
  const { name, value, size } = entry;
  const bytes = name === null || size === null ? null : size - OVERHEAD - bytesOf(lettersOf(name));
  return { ...entry, name: name && asShown(cut(name, most)), value: value && asShown(cut(value, most, bytes)) };
}

/** A run of bytes on the wire: a part of the block by its offsets, or a frame's own. */
type Run = { start: number; end: number; own?: readonly number[] };

function runsOf(bytes: Uint8Array, framing: Framing | null): Run[] {
  if (framing === null) return [{ start: 0, end: bytes.length }];
  return framing.frames.flatMap((frame): Run[] => {
    const own = (at: number, own: readonly number[]) => ({ start: at, end: at, own });
    return [
      own(
        frame.start,
        frame.parts.flatMap((part) => part.bytes),
      ),
      frame,
      own(
        frame.end,
        Array.from({ length: frame.padding }, () => 0),
      ),
    ];
  });
}

const lengthOf = ({ start, end, own }: Run) => own?.length ?? end - start;

/** Whole lines, from one before the step, or from the current part if that would be out of sight. */
function Bytes({ bytes, framing, explanation, stages, at, lines }: Props & { lines: number }) {
  const most = lines * PER_LINE;
  const [from, to] = stages[at]?.bytes ?? [0, 0];
  const isError = stages.slice(0, at + 1).some(({ name }) => name === "error");
  const { start, end } = explanation ?? { start: from, end: to };
  const runs = runsOf(bytes, framing);
  const total = runs.reduce((sum, run) => sum + lengthOf(run), 0);
  /** Where a byte of the block is on the wire. */
  function placeOf(byte: number): number {
    const before = runs.slice(
      0,
      runs.findLastIndex(({ own, start }) => own === undefined && start <= byte),
    );
    return before.reduce((sum, { own }) => sum + (own?.length ?? 0), byte);
  }
  const lineOf = (place: number) => place - (place % PER_LINE);
  const near = Math.max(Math.min(lineOf(placeOf(start)) - PER_LINE, lineOf(total - 1) - most + PER_LINE), 0);
  const first = placeOf(to) > near + most ? Math.max(lineOf(placeOf(from)), near) : near;
  let passed = 0;
  const shown = runs.flatMap((run) => {
    const begun = passed;
    passed += lengthOf(run);
    const [skipped, stop] = [Math.max(first - begun, 0), Math.max(Math.min(first + most, passed) - begun, 0)];
    const held = run.own?.slice(skipped, stop) ?? bytes.subarray(run.start + skipped, run.start + stop);
    return Array.from(held.slice(0, Math.max(stop - skipped, 0)), (value, nth) => ({
      place: begun + skipped + nth,
      digits: hex(value),
      byte: run.own ? null : run.start + skipped + nth,
    }));
  });
  const after = total - first - shown.length;
  // At the end of the block a byte can be missing.
  if (isError && from >= bytes.length) shown.push({ place: total, digits: "??", byte: from });
  return (
    <div>
      <ol className={styles.bytes} aria-label="Bytes">
        {shown.map(({ place, digits, byte }) => {
          const isPart = byte !== null && byte >= from && byte < to;
          return (
            <li
              key={place}
              data-own={byte === null || undefined}
              data-step={(byte !== null && byte >= start && byte < end) || undefined}
              data-part={isPart || undefined}
              data-fault={(isPart && isError) || undefined}
            >
              {digits}
            </li>
          );
        })}
      </ol>
      {first + after > 0 && (
        <p className={styles.around}>
          {counted(first, "byte")} before, {after} after
        </p>
      )}
    </div>
  );
}
