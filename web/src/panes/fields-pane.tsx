/**
 * The selected block as a list: a line for each field and size update with its bytes, name and value, where they come
 * from and the time of the step; a line for the bytes of each frame around it; then its error. The byte grid can be
 * shown above.
 */
import { clsx } from "clsx";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { commandProps } from "../commands/command-props";
import { type BlockContent, KINDS, type Warning } from "../engine/types";
import type { Block } from "../engine/windows";
import {
  useCached,
  useCachedOrLast,
  useHovered,
  useInspector,
  useSelectedBlock,
  useSelectedContent,
  useSession,
} from "../session/inspector";
import { blockName } from "../session/place-name";
import { type Selection, START } from "../session/selection";
import { useUnknownWords } from "../session/unknown";
import { Button } from "../ui/button";
import { useCommandHandler } from "../ui/command-handlers";
import { CopyButton } from "../ui/copy";
import { count, counted, hexOf, nanoseconds } from "../ui/figures";
import { KindLegend, KindMark } from "../ui/kind";
import { Note } from "../ui/layout";
import { More } from "../ui/more";
import { Empty, Pane } from "../ui/pane";
import { focusPane } from "../ui/panes";
import { toggleGrid, useGrid } from "../ui/preferences";
import { rowsWithMore } from "../ui/row-heights";
import { type Column, HeadRow, RowList } from "../ui/row-list";
import { Sizes } from "../ui/sizes";
import { tip } from "../ui/tip";
import { useMeasuredRows } from "../ui/use-measured-rows";
import { useRows } from "../ui/use-rows";
import { useWidth } from "../ui/use-width";
import styles from "./fields-pane.module.css";
import { AppliedChange, ByteGrid, Causes } from "./lazy-panes";
import { ErrorLine, FieldLine, FrameBytesLine } from "./line";
import { type FrameLine, frameLinesOf, type ListedFraming, lineAt, lineOfItem, selectedLine } from "./lines";
import { NoBlock } from "./not-decoded";
import { useMeasuringVisible } from "./use-measuring-at-rest";

/** Height of a line, as of the names of the columns, and of one whose cells take two lines, CSS pixels. */
const HEIGHT = 27;
const BRIEF_HEIGHT = 46;
/** Height of a warning under a line, CSS pixels. */
const WARNING_HEIGHT = 20;

/** Number of lines that Page Up and Page Down move. */
const PAGE_LINES = 12;

/** Number of bytes that an unopened line shows in a list of at least this width, CSS pixels. */
const BYTES_BY_WIDTH = [
  [900, 16],
  [760, 14],
  [690, 12],
  [300, 8],
  [0, 5],
] as const;
/** A narrower list has two lines of text for each step. */
const BRIEF = 540;
/** Of a window of 1440 pixels, for the page as it is built. */
const USUAL_WIDTH = 800;

/** A block with no more rows than this is asked for whole instead of for the rows at the edges of its frames. */
const ROWS_AT_ONCE = 256;
/** Longer blocks with more frames are listed without them. */
const FRAMES_MOST = 64;

const COLUMNS: Column[] = [
  { name: "bytes" },
  { name: "field" },
  { name: "where from" },
  {
    name: "time",
    className: "number",
    "data-column": "time",
    title:
      "Median time of the step over repeated runs. Steps overlap in the processor, so their times do not add up. In a block of more than 400 steps, only the visible ones are measured.",
  },
];

/**
 * `above`: between the heading and the list. `framing`: the frames around the block, if the input has none. `actions`:
 * in the heading; `more`: behind its “⋯”.
 */
export function FieldsPane(props: {
  above?: ReactNode;
  framing?: ListedFraming | null;
  actions?: (block: number) => ReactNode;
  more?: (block: number) => ReactNode;
}) {
  const block = useSelectedBlock();
  const content = useSelectedContent();
  const hadFocus = useRef(false);
  const isGrid = useGrid();
  const framing = props.framing ?? content?.framing ?? null;
  const error = content?.detail?.error ?? null;
  useCommandHandler("grid", () => {
    toggleGrid();
    // The grid that had the focus is gone.
    if (isGrid) focusPane("fields");
  });
  return (
    <Pane
      id="fields"
      title="Bytes and fields"
      note={block && <BlockNote block={block} packet={content?.framing?.packet ?? 0} />}
      actions={
        content !== null &&
        content.bytes.length > 0 && (
          <>
            {props.actions?.(content.block)}
            <Button aria-pressed={isGrid} onClick={toggleGrid} {...commandProps("grid")}>
              Grid
            </Button>
            <More label="More about this block">
              <CopyButton text={() => hexOf(content.bytes, "")}>Copy hex</CopyButton>
              {content.withTable !== null && (
                <CopyButton text={content.withTable} label="Copy with table">
                  <span
                    {...tip("The block with the earlier blocks or entries that its table needs, as text to paste here")}
                  >
                    Copy with table
                  </span>
                </CopyButton>
              )}
              {props.more?.(content.block)}
            </More>
          </>
        )
      }
    >
      {props.above}
      {block === null ? (
        <NoBlock />
      ) : block.bytes === 0 && framing === null ? (
        <Empty>This block is empty: a field section with no fields</Empty>
      ) : (
        <>
          {isGrid && content !== null && (
            <ByteGrid key={`grid ${block.block}`} block={block.block} bytes={content.bytes} />
          )}
          <LimitChanges changes={content?.detail?.limitChanges ?? []} />
          <AppliedChange block={block.block} />
          <List key={block.block} block={block} content={content} framing={framing} hadFocus={hadFocus} />
          {!(block.error && error === null) && <Causes block={block.block} error={error} />}
          <Legend block={block} frames={(framing?.frames.length ?? 0) > 0} />
        </>
      )}
    </Pane>
  );
}

/** What the heading says of a block, its own measured time included. */
function BlockNote({ block, packet }: { block: Block; packet: number }) {
  const whole = useSession((session) => session.timing.results.get(block.block)?.whole ?? null);
  // Its decoded size is a lower bound.
  const part = block.error ? "error" : block.unknownRows > 0 ? "unknown" : null;
  return (
    <>
      {blockName(block).toLowerCase()}
      {whole !== null && (
        <>
          : <strong {...tip("Median time of the whole block, measured by itself")}>{nanoseconds(whole.median)}</strong>
        </>
      )}
      {packet > 0 && ` · packet ${count(packet)}`} · {counted(block.fields, "field")} ·{" "}
      <Sizes encoded={block.bytes} decoded={block.plainBytes} part={part} />
    </>
  );
}

/** `hadFocus`: the previous block's list had the focus, which this one then takes. */
function List(props: {
  block: Block;
  content: BlockContent | null;
  framing: ListedFraming | null;
  hadFocus: RefObject<boolean>;
}) {
  const { block, content, framing, hadFocus } = props;
  const inspector = useInspector();
  const selection = useSession(({ selection }) => (selection.block === block.block ? selection : null));
  const over = useHovered((over) => (over?.block === block.block ? over : null));
  const timing = useSession((session) => session.timing.results.get(block.block) ?? null);
  const words = useUnknownWords();
  const peek = useCached();
  const [element, width] = useWidth<HTMLDivElement>(USUAL_WIDTH);
  const isBrief = width < BRIEF;
  const most = BYTES_BY_WIDTH.find(([least]) => width >= least)?.[1] ?? 0;
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const frames = useFrameLines(block, framing);
  // No line is drawn until the heights are known: lines would move under the pointer.
  const all = content === null || frames === null ? 0 : block.rows + frames.length + (block.error ? 1 : 0);
  const warned = block.warnings === 0 ? null : (content?.warningItems ?? null);
  const heights = useMemo(() => {
    const higher = warned?.map((item) => lineOfItem(frames ?? [], item)) ?? null;
    return rowsWithMore(all, isBrief ? BRIEF_HEIGHT : HEIGHT, higher, WARNING_HEIGHT);
  }, [all, isBrief, frames, warned]);
  const [measured, measure] = useMeasuredRows(heights, opened);
  const place = selection === null ? -1 : selectedLine(frames ?? [], block, selection);
  const rows = useRows(measured, { element, head: HEIGHT, shown: Math.max(place, 0) });
  const lines = rows.items.map(({ index }) => lineAt(frames ?? [], index));
  const items = lines.flatMap((line) => ("item" in line && line.item < block.rows ? line.item : []));
  const [from, to] = [items[0] ?? 0, (items.at(-1) ?? -1) + 1];
  const warnings = useWarnings(block, from, to);
  useMeasuringVisible(block, from, to);
  const error = content?.detail?.error ?? null;

  useLayoutEffect(() => {
    const own = element.current;
    if (hadFocus.current && document.activeElement === document.body) own?.focus({ preventScroll: true });
    return () => {
      hadFocus.current = own !== null && own === document.activeElement;
    };
  }, [hadFocus, element]);

  const { reveal } = rows;
  const choices = useMemo(() => {
    function placeOf(line: number, byte: number | null): Selection {
      const found = lineAt(frames ?? [], line);
      if ("item" in found) {
        const error = found.item >= block.rows;
        return { block: block.block, row: error ? null : block.firstRow + found.item, error, byte };
      }
      const { selection } = inspector.store.get();
      const from = selection.block === block.block ? selection : { ...START, block: block.block };
      return { ...from, byte: null, frame: { nth: found.frame.nth, at: byte ?? found.frame.from } };
    }
    function onSelect(line: number, byte: number | null) {
      inspector.select(placeOf(line, byte));
      // It may be selected already but scrolled out of view.
      reveal(line);
    }
    return {
      onSelect,
      onOver(line: number, byte: number | null) {
        inspector.hover("item" in lineAt(frames ?? [], line) ? placeOf(line, byte) : null);
      },
      onToggle(line: number) {
        onSelect(line, null);
        setOpened(
          (before) => new Set(before.has(line) ? [...before].filter((one) => one !== line) : [...before, line]),
        );
      },
    };
  }, [block, frames, inspector, reveal]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.target !== element.current || place < 0) return;
    event.preventDefault();
    choices.onToggle(place);
  }

  return (
    <RowList
      rows={rows}
      className={styles.list}
      style={{ "--most": most } as CSSProperties}
      role="grid"
      aria-label="Fields"
      aria-rowcount={all + 1}
      data-takes-focus=""
      data-brief={isBrief || undefined}
      active={rows.items.some(({ index }) => index === place) ? `field-${place}` : null}
      keys={{ at: place, page: PAGE_LINES, choose: (line) => choices.onSelect(line, null) }}
      onKeyDown={onKeyDown}
      onPointerLeave={() => inspector.hover(null)}
      head={<HeadRow className={styles.line} columns={COLUMNS} />}
    >
      {({ index, key, start }, nth) => {
        const line = lines[nth];
        if (line === undefined || content === null) return null;
        const isOpen = opened.has(index);
        const id = isOpen ? `open ${index}` : key;
        const common = {
          ...choices,
          place: index,
          top: start,
          selected: index === place,
          most,
          isOpen,
          measure,
        };
        if ("frame" in line) {
          const at = index === place ? (selection?.frame?.at ?? -1) : -1;
          return framing === null ? null : (
            <FrameBytesLine
              key={id}
              {...common}
              framing={framing}
              line={line.frame}
              over={false}
              chosen={at}
              pointed={-1}
            />
          );
        }
        const isError = line.item >= block.rows;
        const row = isError ? null : peek((known) => known.row(block.firstRow + line.item));
        const isOver = over !== null && (isError ? over.error : over.row === block.firstRow + line.item);
        const own = {
          ...common,
          over: isOver,
          chosen: index === place ? (selection?.byte ?? -1) : -1,
          pointed: isOver ? (over.byte ?? -1) : -1,
          block: content.bytes,
        };
        if (isError) return error === null ? null : <ErrorLine key={id} {...own} error={error} />;
        const time = timing?.steps[line.item]?.step?.median;
        return row === null ? null : (
          <FieldLine
            key={id}
            {...own}
            row={row}
            time={time === undefined ? "–" : nanoseconds(time)}
            words={words}
            warnings={warnings.get(line.item) ?? null}
          />
        );
      }}
    </RowList>
  );
}

/** The lines of the frames' own bytes; null until their places are known. */
function useFrameLines(block: Block, framing: ListedFraming | null): readonly FrameLine[] | null {
  const isShort = block.rows <= ROWS_AT_ONCE;
  const found = useCached()((known) => {
    if (framing === null || (!isShort && framing.frames.length > FRAMES_MOST)) return [];
    const rows = isShort ? known.rowsIn(block.firstRow, block.firstRow + block.rows) : null;
    return frameLinesOf(framing, (byte) => {
      if (byte === 0) return 0;
      const row =
        rows === null
          ? known.rowAtByte(block.block, byte - 1)
          : (rows.find(({ end }) => end >= byte) ?? { row: -1 }).row;
      return row < 0 ? block.rows + (block.error ? 1 : 0) : row - block.firstRow + 1;
    });
  });
  const places = found?.map(({ after }) => after).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same lines stay the same array
  return useMemo(() => found, [framing, places]);
}

/** The kinds of the block's bytes; frames are no part of it. */
function Legend({ block, frames }: { block: Block; frames: boolean }) {
  return (
    <KindLegend
      className={clsx("dim small", styles.legend)}
      data-legend=""
      data-room="480"
      kinds={KINDS.filter((kind) => block.kindBytes[kind] > 0)}
    >
      {frames && (
        <li>
          <KindMark kind="frame" /> frame, not part of the block
        </li>
      )}
    </KindLegend>
  );
}

/** Settings acknowledged between the previous block and this one. */
function LimitChanges({ changes }: { changes: readonly number[] }) {
  if (changes.length === 0) return null;
  return (
    <Note className={styles.note}>
      Acknowledged before this block: SETTINGS_HEADER_TABLE_SIZE {changes.map(count).join(", then ")}
    </Note>
  );
}

/** Warnings about rows `from` to `to` (exclusive) of the block, by row. */
function useWarnings(block: Block, from: number, to: number): ReadonlyMap<number, Warning[]> {
  const warnings = useCachedOrLast((known) => (block.warnings > 0 ? known.warnings(block.block, from, to) : null));
  return useMemo(() => {
    const byItem = new Map<number, Warning[]>();
    for (const warning of warnings ?? []) byItem.set(warning.item, [...(byItem.get(warning.item) ?? []), warning]);
    return byItem;
  }, [warnings]);
}
