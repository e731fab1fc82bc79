/** The block's bytes, and the frames around them, with the selected field highlighted. */

import { type MouseEvent, useMemo, useState } from "react";
import type { ComposedBlock } from "../../engine/types";
import gridStyles from "../../panes/byte-grid.module.css";
import { ByteLine, LINE_HEIGHT, useBytesPerLine } from "../../panes/byte-line";
import { CopyButton } from "../../ui/copy";
import { counted } from "../../ui/figures";
import { Check } from "../../ui/layout";
import { Empty, Pane } from "../../ui/pane";
import { evenRows } from "../../ui/row-heights";
import { RowList } from "../../ui/row-list";
import { Section, sentence } from "../../ui/section";
import { useRows } from "../../ui/use-rows";
import { blockOf, useComposed, useComposer } from "../composer";
import { bytesOf, coversOf, frameWords, leadHex, rowAt } from "../shown";
import styles from "./build.module.css";

export function BytesPane() {
  const building = useComposed((state) => state.building);
  const answer = useComposed((state) => state.answer);
  const [framed, setFramed] = useState(false);
  const { at } = building;
  const id = building.blocks[at.block]?.id ?? -1;
  const block = blockOf(answer, id);
  const hex = framed ? block?.framesHex : block?.hex;
  return (
    <Pane
      id="built-bytes"
      title="Bytes"
      note={
        block === null
          ? null
          : framed
            ? `${counted(block.frames.length, "frame")} · ${counted(block.sums.frameBytes, "byte")}`
            : `block ${at.block + 1} · ${counted(block.sums.bytes, "byte")}`
      }
      actions={
        <>
          <Check className={styles.bytesFramed} checked={framed} onChange={setFramed}>
            Show frames
          </Check>
          {hex !== undefined && hex !== "" && (
            <CopyButton text={hex} label={framed ? "Copy hex of the frames" : "Copy hex of the block"}>
              Copy hex
            </CopyButton>
          )}
        </>
      }
    >
      {block === null || (block.hex === "" && !framed) ? (
        <Empty>The bytes of the block appear here as you write it</Empty>
      ) : framed && block.framesProblem !== null ? (
        <Empty>
          <p>
            {sentence(block.framesProblem.message)} <Section section={block.framesProblem.section} />
          </p>
        </Empty>
      ) : (
        <>
          <Bytes key={id} number={at.block} block={block} row={at.row} />
          {framed && (
            <ul className={styles.frameList} aria-label="Frames">
              {block.frames.map((frame) => (
                <li key={frame.start} className="mono">
                  <span>{leadHex(block, frame)}</span> {frameWords(frame)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Pane>
  );
}

function Bytes({ number, block, row }: { number: number; block: ComposedBlock; row: number }) {
  const composer = useComposer();
  const [element, perLine] = useBytesPerLine();
  const bytes = useMemo(() => bytesOf(block.hex), [block]);
  const covers = useMemo(() => coversOf(block, bytes), [block, bytes]);
  const lines = Math.ceil(bytes.length / perLine);
  const rows = useRows(evenRows(lines, LINE_HEIGHT), { element, overscan: 6 });
  const selected = block.rows[row];

  function choose(row: number) {
    composer.select({ block: number, row });
  }

  function onClick(event: MouseEvent) {
    const byte = event.target instanceof HTMLElement ? event.target.dataset.byte : undefined;
    const found = byte === undefined ? null : rowAt(block, Number(byte));
    if (found !== null) choose(found);
  }

  return (
    <RowList
      rows={rows}
      className={gridStyles.byteGrid}
      role="grid"
      aria-label="Bytes"
      aria-rowcount={lines}
      aria-colcount={perLine + 1}
      data-per-line={perLine}
      keys={{ at: row, count: block.rows.length, sideways: true, choose }}
      onClick={onClick}
    >
      {({ index, start }) => (
        <ByteLine
          key={index}
          number={index}
          top={start}
          perLine={perLine}
          bytes={bytes}
          covers={covers}
          selFrom={selected?.start ?? -1}
          selTo={selected?.end ?? -1}
          overFrom={-1}
          overTo={-1}
          chosen={-1}
          pointed={-1}
          faultAt={-1}
        />
      )}
    </RowList>
  );
}
