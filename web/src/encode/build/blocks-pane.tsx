/** The blocks in the order in which they are sent, and their total size. */
import { clsx } from "clsx";
import blocksPaneStyles from "../../panes/blocks-pane.module.css";
import { Button } from "../../ui/button";
import { count } from "../../ui/figures";
import { KindBar } from "../../ui/kind";
import { Row } from "../../ui/layout";
import { Pane } from "../../ui/pane";
import { Sizes } from "../../ui/sizes";
import { tip } from "../../ui/tip";
import { blockOf, useComposed, useComposer } from "../composer";
import { addBlock, isBlank, moveBlock, NOTHING, removeBlock } from "../composition";
import { bytesOfKinds } from "../shown";
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
            <Button {...tip("Start over (undoable)")} onClick={() => composer.open(NOTHING)}>
              Clear
            </Button>
          )}
          <Button onClick={() => composer.update((building) => addBlock(building, building.blocks.length - 1, false))}>
            Add block
          </Button>
        </>
      }
    >
      <ol className={clsx("scroll fill", blocksPaneStyles.blockList)} aria-label="Blocks">
        {blocks.map((block, number) => {
          const composed = blockOf(answer, block.id);
          const current = number === at.block;
          return (
            <li key={block.id} className={styles.builtBlock} data-current={current || undefined}>
              <button type="button" aria-current={current} onClick={() => composer.select({ block: number, row: 0 })}>
                <span>Block {number + 1}</span>
                <span className={clsx("mono", blocksPaneStyles.blockSize)}>
                  {composed === null ? "" : `${count(composed.sums.bytes)} B`}
                  <span aria-hidden="true"> · </span>
                  <span className="sr-only">, </span>
                  {block.rows.length}
                  <span className="sr-only">{block.rows.length === 1 ? " field" : " fields"}</span>
                </span>
                <KindBar bytesOf={bytesOfKinds(composed)} />
              </button>
              {current && (
                <Row as="span" gap="tight">
                  <Button
                    look="icon"
                    aria-label={`Copy block ${number + 1}`}
                    {...tip("Adds a block with the same fields after this one")}
                    onClick={() => composer.update((building) => addBlock(building, number, true))}
                  >
                    <Twice />
                  </Button>
                  <Button
                    look="icon"
                    aria-label={`Move block ${number + 1} up`}
                    disabled={number === 0}
                    onClick={() => composer.update((building) => moveBlock(building, number, -1))}
                  >
                    ↑
                  </Button>
                  <Button
                    look="icon"
                    aria-label={`Move block ${number + 1} down`}
                    disabled={number === blocks.length - 1}
                    onClick={() => composer.update((building) => moveBlock(building, number, 1))}
                  >
                    ↓
                  </Button>
                  <Button
                    look="icon"
                    aria-label={blocks.length === 1 ? "Empty the block" : `Remove block ${number + 1}`}
                    onClick={() => composer.update((building) => removeBlock(building, number))}
                  >
                    ✕
                  </Button>
                </Row>
              )}
            </li>
          );
        })}
      </ol>
      <Sum />
    </Pane>
  );
}

function Sum() {
  const sums = useComposed((state) => state.answer?.composed.sums ?? null);
  if (sums === null || sums.fields === 0) return null;
  return (
    <p className={blocksPaneStyles.blockSum}>
      <Sizes encoded={sums.bytes} decoded={sums.plainBytes} />. In frames: {count(sums.frameBytes)} B
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
