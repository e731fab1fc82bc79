import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useSelectedBlock, useSelectedContent, useSession } from "../inspector/inspector";
import { blockName } from "../inspector/place-name";
import { isOpen } from "../session/session";
import { CopyButton } from "../ui/copy";
import { count, counted, hexOf } from "../ui/figures";
import { KindLegend, KindMark } from "../ui/kind";
import { Note } from "../ui/layout";
import { Empty, Pane } from "../ui/pane";
import { tip } from "../ui/tip";
import { ByteGrid } from "./byte-grid";
import styles from "./bytes-pane.module.css";
import { NoBlock } from "./not-decoded";

export function BytesPane({ above, actions }: { above?: ReactNode; actions: (block: number) => ReactNode }) {
  const held = useSelectedContent();
  const block = useSelectedBlock();
  const framing = held?.framing ?? null;
  // Blocks with too many frames are drawn without them.
  const drawn = framing !== null && framing.frames.length > 0 ? framing : null;
  const isAnything = useSession(isOpen);
  const packet = framing !== null && framing.packet > 0 ? ` · packet ${count(framing.packet)}` : "";
  const note = block === null ? null : `${blockName(block).toLowerCase()} · ${counted(block.bytes, "byte")}${packet}`;
  return (
    <Pane
      id="bytes"
      title="Bytes"
      note={note}
      actions={
        held !== null &&
        held.bytes.length > 0 && (
          <>
            {actions(held.block)}
            <CopyButton text={() => hexOf(held.bytes, "")} label="Copy hex of the block">
              Copy hex
            </CopyButton>
            {held.withTable !== null && <CopyWithTable text={held.withTable} />}
          </>
        )
      }
    >
      {above}
      {held === null ? (
        <NoBlock />
      ) : held.bytes.length === 0 && framing === null ? (
        <Empty>This block is empty: a field section with no fields</Empty>
      ) : (
        <ByteGrid key={held.block} block={held.block} bytes={held.bytes} framing={drawn} />
      )}
      {framing !== null && framing.count > 0 && drawn === null && (
        <Note className={styles.note}>
          This block came in {counted(framing.count, "frame")}, too many to show their own bytes here. Each stands in
          the list of frames.
        </Note>
      )}
      {isAnything && <Legend frames={drawn !== null} />}
    </Pane>
  );
}

/** Copies a block that needs its table together with that table. */
function CopyWithTable({ text }: { text: string }) {
  return (
    <CopyButton text={text} label="Copy block with table">
      <span {...tip("The block with the earlier blocks or entries that its table needs, as text to paste here")}>
        with table
      </span>
    </CopyButton>
  );
}

function Legend({ frames }: { frames: boolean }) {
  return (
    <KindLegend className={clsx("dim small", styles.legend)} data-legend="">
      {frames && (
        <li>
          <KindMark kind="frame" /> frame, not part of the block
        </li>
      )}
    </KindLegend>
  );
}
