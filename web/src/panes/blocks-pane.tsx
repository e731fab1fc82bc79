/** The header blocks in wire order, with sender, size and number of fields. */

import { clsx } from "clsx";
import { KINDS } from "../engine/types";
import type { Block } from "../engine/windows";
import { useCached, useCachedOrLast, useHovered, useInspector, useSession } from "../session/inspector";
import { blockName, SENDER_ARROWS, SENDER_NAMES } from "../session/place-name";
import { hasBlocks } from "../session/session";
import { count } from "../ui/figures";
import { KindBar, KindMark } from "../ui/kind";
import { Empty, Pane } from "../ui/pane";
import { evenRows } from "../ui/row-heights";
import { ListOption, RowList } from "../ui/row-list";
import { Sizes } from "../ui/sizes";
import { Tag } from "../ui/tag";
import { tip } from "../ui/tip";
import { useRows } from "../ui/use-rows";
import { useStateOf } from "../ui/use-state-of";
import styles from "./blocks-pane.module.css";
import { FindField, SessionCauses } from "./lazy-panes";

const ROW_HEIGHT = 44;

export function BlocksPane() {
  const opened = useSession((session) => (hasBlocks(session) ? session.opened : null));
  return (
    <Pane id="blocks" title="Blocks" note={opened === null ? null : "wire order"}>
      <SessionCauses />
      {opened === null ? <Empty>No blocks yet</Empty> : <FoundBlocks blocks={opened.blocks} />}
      <Sum />
    </Pane>
  );
}

/** The list, or only the blocks that match a search. */
function FoundBlocks({ blocks }: { blocks: number }) {
  const opened = useSession((session) => session.opened);
  const [only, setOnly] = useStateOf(opened, "");
  const found = useCachedOrLast((known) => (only === "" ? null : known.blocksWith(only)));
  return (
    <>
      <search className={clsx("small", styles.find)} aria-label="Blocks shown">
        <FindField only={only} setOnly={setOnly} />
      </search>
      {found?.length === 0 ? (
        <Empty>No block matches</Empty>
      ) : (
        <BlockList blocks={found?.length ?? blocks} numbers={only === "" ? null : found} />
      )}
    </>
  );
}

/** `numbers`: the blocks that are shown, in order; null for all. */
function BlockList({ blocks, numbers }: { blocks: number; numbers: Uint32Array | null }) {
  const inspector = useInspector();
  const selected = useSession((session) => session.selection.block);
  const over = useHovered((over) => over?.block ?? null);
  const at = numbers === null ? selected : placeOf(numbers, selected);
  const rows = useRows(evenRows(blocks, ROW_HEIGHT), { shown: Math.min(at, blocks - 1) });
  const numberAt = (place: number) => numbers?.[place] ?? place;
  const peek = useCached();
  const drawn = rows.items.some((item) => numberAt(item.index) === selected);
  return (
    <RowList
      rows={rows}
      className={styles.blockList}
      role="listbox"
      aria-label="Blocks"
      active={drawn ? `block-${selected}` : null}
      keys={{
        at,
        choose: (to, by) => (numbers === null ? inspector.stepBlock(by) : inspector.selectBlock(numberAt(to))),
      }}
      onPointerLeave={() => inspector.hover(null)}
    >
      {({ index, start }) => {
        const number = numberAt(index);
        return (
          <BlockOption
            key={number}
            number={number}
            place={index}
            total={blocks}
            top={start}
            block={peek((known) => known.block(number))}
            selected={number === selected}
            over={number === over}
          />
        );
      }}
    </RowList>
  );
}

/** Index of the first number not below `number`. */
function placeOf(numbers: Uint32Array, number: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

function BlockOption(props: {
  number: number;
  place: number;
  total: number;
  top: number;
  block: Block | null;
  selected: boolean;
  over: boolean;
}) {
  const { number, block } = props;
  const inspector = useInspector();
  const directions = useSession((session) => (session.opened?.status === "ok" ? session.opened.directions : null));
  const sender = block === null ? "unknown" : (directions?.[block.direction]?.sender ?? "unknown");
  return (
    <ListOption
      id={`block-${number}`}
      place={props.place}
      total={props.total}
      top={props.top}
      aria-selected={props.selected}
      className={clsx(styles.blockOption, SENDER_ARROWS[sender] === "" && styles.plain)}
      data-over={props.over || undefined}
      onClick={() => inspector.selectBlock(number)}
      onPointerEnter={() => inspector.hover({ block: number, row: null, error: false, byte: null })}
    >
      {block !== null && (
        <>
          <span className={styles.blockArrow} {...tip(SENDER_NAMES[sender])}>
            <span aria-hidden="true">{SENDER_ARROWS[sender]}</span>
            <span className="sr-only">{SENDER_NAMES[sender]}</span>
          </span>
          <span className={styles.blockName}>
            <span className={clsx("cut", styles.blockLabel)} {...tip(blockName(block))}>
              {block.label === "" && <span className={styles.blockWord}>Block </span>}
              {block.label === "" ? block.block + 1 : block.label}
            </span>
            <BlockNotes block={block} />
          </span>
          <span className={clsx("mono", styles.blockSize)}>
            {count(block.bytes)} B<span className="sr-only">, {count(block.fields)} fields</span>
            <span className={styles.blockFields} aria-hidden="true">
              {" "}
              · {count(block.fields)}
            </span>
          </span>
          <KindBar
            bytesOf={block.kindBytes}
            left={block.bytes - KINDS.reduce((sum, kind) => sum + block.kindBytes[kind], 0)}
            broken={block.error}
          />
        </>
      )}
    </ListOption>
  );
}

function BlockNotes({ block }: { block: Block }) {
  return (
    <>
      {block.cut ? (
        <Tag look="warning" {...tip("The rest of the block is not in the input")}>
          cut
        </Tag>
      ) : (
        block.error && (
          <Tag look="error" {...tip("The block can't be decoded to its end")}>
            broken
          </Tag>
        )
      )}
      {block.warnings > 0 && (
        <Tag look="warning" {...tip("Fields that break rules of RFC 9113 §8")}>
          <KindMark kind="warning" /> {count(block.warnings)}
          <span className="sr-only">{block.warnings === 1 ? " warning" : " warnings"}</span>
        </Tag>
      )}
      {block.unknownRows > 0 && (
        <Tag {...tip("Fields whose name or value was sent earlier")}>
          {count(block.unknownRows)} ?<span className="sr-only"> unknown fields</span>
        </Tag>
      )}
      {block.afterError && (
        <Tag {...tip("An earlier block in this direction is broken: the table may be out of sync")}>after an error</Tag>
      )}
    </>
  );
}

function Sum() {
  const opened = useSession((session) => (hasBlocks(session) ? session.opened : null));
  if (opened === null) return null;
  const part = opened.undecodableBlocks > 0 ? "error" : opened.unknownRows > 0 ? "unknown" : null;
  return (
    <p className={styles.blockSum} data-room="480">
      <Sizes encoded={opened.blockBytes} decoded={opened.plainBytes} part={part} />
    </p>
  );
}
