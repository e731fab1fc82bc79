/** Two blocks, or two sessions, side by side. */
import { useEffect, useState } from "react";
import type { Reader } from "../engine/reader";
import { type Inspector, InspectorContext, useInspector, useSession } from "../session/inspector";
import { useOwnInspector } from "../session/own-inspector";
import { hasBlocks } from "../session/session";
import { Button } from "../ui/button";
import { PageDialog } from "../ui/dialog";
import { Check, Row } from "../ui/layout";
import { useStore } from "../ui/store";
import { useLast, usePeek } from "../ui/use-known";
import { BlockChoice } from "./block-choice";
import { BlockComparison } from "./block-comparison";
import styles from "./compare.module.css";
import { OtherInput } from "./other-input";
import { PairsList } from "./pairs-list";

/** One of the two sessions. */
export type Side = { inspector: Inspector; reader: Reader; blocks: number };

/** Number of blocks searched for the previous one from the same sender. */
const NEAR = 200;

export function CompareDialog({ onClose }: { onClose: () => void }) {
  const main = useInspector();
  const other = useOwnInspector(main.client);
  const here = useSession((session) => (hasBlocks(session) ? session.opened : null));
  const isAlone = here?.blocks === 1;
  const [isOther, setIsOther] = useState(isAlone);
  const reader = useSession((session) => session.reader);
  const there = useStore(other.store, (session) => (hasBlocks(session) ? session.opened : null));
  const otherReader = useStore(other.store, (session) => session.reader);
  const left = here === null ? null : { inspector: main, reader, blocks: here.blocks };
  const right = !isOther
    ? left
    : there === null
      ? null
      : { inspector: other, reader: otherReader, blocks: there.blocks };
  return (
    <PageDialog title="Compare" wide onClose={onClose}>
      <Row as="fieldset" gap="items" className={styles.sources}>
        <legend>Compare with</legend>
        <Check
          type="radio"
          name="compare-with"
          checked={!isOther}
          disabled={isAlone}
          onChange={() => setIsOther(false)}
        >
          Another block of this session
        </Check>
        <Check type="radio" name="compare-with" checked={isOther} onChange={() => setIsOther(true)}>
          Another text or file
        </Check>
      </Row>
      {isOther && (
        <InspectorContext value={other}>
          <OtherInput />
        </InspectorContext>
      )}
      {left !== null && right !== null && (
        <Sides key={`${left.reader.session} ${right.reader.session}`} left={left} right={right} isOther={isOther} />
      )}
    </PageDialog>
  );
}

/** The pairs of the two sessions, or two of their blocks. */
function Sides({ left, right, isOther }: { left: Side; right: Side; isOther: boolean }) {
  const selected = useSession((session) => session.selection.block);
  const [blocks, setBlocks] = useState<{ left: number; right: number } | null>(null);
  const [paired, setPaired] = useState(isOther && (left.blocks > 1 || right.blocks > 1));
  const own = Math.min(selected, left.blocks - 1);
  const initial = useLast(
    right.reader,
    usePeek()(() => ({ left: own, right: isOther ? Math.min(own, right.blocks - 1) : defaultOther(left, own) })),
  );
  const chosen = blocks ?? initial;
  // Another session is shown as a whole first.
  useEffect(() => setPaired(isOther && (left.blocks > 1 || right.blocks > 1)), [isOther, left.blocks, right.blocks]);
  if (chosen === null) return <p role="status">Comparing…</p>;
  if (paired) {
    return (
      <PairsList
        left={left}
        right={right}
        onChoose={(pair) => {
          setBlocks(pair);
          setPaired(false);
        }}
      />
    );
  }
  return (
    <>
      {isOther && (
        <p>
          <Button onClick={() => setPaired(true)}>◂ All pairs of blocks</Button>
        </p>
      )}
      <div className={styles.choices}>
        <BlockChoice
          name="Left block"
          side={left}
          block={chosen.left}
          onChange={(block) => setBlocks({ ...chosen, left: block })}
        />
        <BlockChoice
          name="Right block"
          side={right}
          block={chosen.right}
          onChange={(block) => setBlocks({ ...chosen, right: block })}
        />
      </div>
      <BlockComparison left={left} right={right} blocks={chosen} />
    </>
  );
}

/** The previous block from the same sender, else its next, else any other, else the same one. */
function defaultOther({ reader, blocks }: Side, block: number): number {
  const direction = reader.known.block(block)?.direction;
  for (let by = 1; by <= NEAR && block - by >= 0; by += 1) {
    if (reader.known.block(block - by)?.direction === direction) return block - by;
  }
  for (let by = 1; by <= NEAR && block + by < blocks; by += 1) {
    if (reader.known.block(block + by)?.direction === direction) return block + by;
  }
  return block > 0 ? block - 1 : Math.min(block + 1, blocks - 1);
}
