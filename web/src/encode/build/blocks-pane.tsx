/** The blocks in the order in which they are sent, and what they come to. */
import { clsx } from "clsx";
import type { ComposedBlock } from "../../engine/types";
import { KINDS } from "../../engine/types";
import blocksPaneStyles from "../../inspect/blocks-pane.module.css";
import { count, counted, saved } from "../../ui/figures";
import { Pane } from "../../ui/pane";
import { tip } from "../../ui/tip";
import { blockOf, useComposed, useComposer } from "../composer";
import { addBlock, isBlank, moveBlock, NOTHING, removeBlock } from "../composition";
import { bytesOf, coversOf } from "../shown";
import styles from "./build.module.css";

export function BlocksPane() {
  const composer = useComposer();
  const building = useComposed((state) => state.building);
  const answer = useComposed((state) => state.answer);
  const { blocks, at } = building;
  const blank = isBlank(building) && blocks.length === 1;
  return (
    <Pane
      id="built-blocks"
      title="Blocks"
      note={blank ? "over one table" : null}
      actions={
        <>
          {!blank && (
            <button
              type="button"
              className="button button-plain"
              {...tip("Start over (undoable)")}
              onClick={() => composer.open(NOTHING)}
            >
              Clear
            </button>
          )}
          <button
            type="button"
            className="button button-plain"
            onClick={() => composer.update((building) => addBlock(building, building.blocks.length - 1, false))}
          >
            Add block
          </button>
        </>
      }
    >
      <ol className={clsx("scroll", styles.builtBlocks)} aria-label="Blocks">
        {blocks.map((block, number) => {
          const composed = blockOf(answer, block.id);
          const current = number === at.block;
          return (
            <li key={block.id} className={styles.builtBlock} data-current={current || undefined}>
              <button
                type="button"
                className={styles.builtBlockChoose}
                aria-current={current}
                onClick={() => composer.select({ block: number, row: 0 })}
              >
                <span>Block {number + 1}</span>
                <span className={clsx("mono", blocksPaneStyles.blockSize)}>
                  {composed === null ? "" : `${count(composed.sums.bytes)} B`}
                  <span aria-hidden="true"> · </span>
                  <span className="sr-only">, </span>
                  {block.rows.length}
                  <span className="sr-only">{block.rows.length === 1 ? " field" : " fields"}</span>
                </span>
                <BlockBar block={composed} />
              </button>
              {current && (
                <span className={styles.builtBlockActions}>
                  <button
                    type="button"
                    className="button icon-button"
                    aria-label={`Copy block ${number + 1}`}
                    {...tip("Adds a block with the same fields after this one")}
                    onClick={() => composer.update((building) => addBlock(building, number, true))}
                  >
                    <Twice />
                  </button>
                  <button
                    type="button"
                    className="button icon-button"
                    aria-label={`Move block ${number + 1} up`}
                    disabled={number === 0}
                    onClick={() => composer.update((building) => moveBlock(building, number, -1))}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    className="button icon-button"
                    aria-label={`Move block ${number + 1} down`}
                    disabled={number === blocks.length - 1}
                    onClick={() => composer.update((building) => moveBlock(building, number, 1))}
                  >
                    ↓
                  </button>
                  <button
                    type="button"
                    className="button icon-button"
                    aria-label={blocks.length === 1 ? "Empty the block" : `Remove block ${number + 1}`}
                    onClick={() => composer.update((building) => removeBlock(building, number))}
                  >
                    ✕
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <Sum />
    </Pane>
  );
}

/** A block's bytes, cut by representation. */
function BlockBar({ block }: { block: ComposedBlock | null }) {
  const covers = block === null ? [] : coversOf(block, bytesOf(block.hex));
  return (
    <span className="kind-bar" aria-hidden="true">
      {KINDS.map((kind) => {
        const bytes = covers
          .filter((cover) => cover.kind === kind)
          .reduce((sum, cover) => sum + cover.to - cover.from, 0);
        return bytes > 0 && <span key={kind} data-kind={kind} style={{ flexGrow: bytes }} />;
      })}
    </span>
  );
}

function Sum() {
  const sums = useComposed((state) => state.answer?.composed.sums ?? null);
  if (sums === null || sums.fields === 0) return null;
  const share = saved(sums.bytes, sums.plainBytes);
  return (
    <p className={blocksPaneStyles.blockSum}>
      <strong>{counted(sums.bytes, "byte")}</strong> for {count(sums.plainBytes)} of plain text
      {share !== null && (
        <>
          : <strong>{share} saved</strong>
        </>
      )}
      . In frames {count(sums.frameBytes)}.
    </p>
  );
}

function Twice() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentcolor" aria-hidden="true">
      <path d="M1 8V1.5a.5.5 0 0 1 .5-.5H8" />
      <rect x="3.5" y="3.5" width="7.5" height="7.5" rx="1" />
    </svg>
  );
}
