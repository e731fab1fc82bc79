/** Inspect's panes with the selected block: its bytes, with the frames around them if asked for, and the table. */
import { useMemo, useState } from "react";
import { FieldsPane } from "../../panes/fields-pane";
import { TablePane } from "../../panes/table-pane";
import { Button } from "../../ui/button";
import { useCommandHandler } from "../../ui/command-handlers";
import { Note } from "../../ui/layout";
import { Empty, Pane } from "../../ui/pane";
import { toggleDetails } from "../../ui/preferences";
import { Section, sentence } from "../../ui/section";
import { blockOf, useComposed } from "../composer";
import { isEmpty } from "../export/blocks";
import { framingOf } from "../shown";
import styles from "./build.module.css";

export function BuiltBytes() {
  const id = useComposed(({ building: { blocks, at } }) => blocks[at.block]?.id ?? -1);
  const answer = useComposed((state) => state.answer);
  const [framed, setFramed] = useState(false);
  const block = blockOf(answer, id);
  const framing = useMemo(() => (framed && block !== null ? framingOf(block) : null), [framed, block]);
  if (block === null || block.hex === "") {
    return (
      <Pane id="fields" title="Bytes and fields">
        <Empty>The bytes of the block appear here as you write it</Empty>
      </Pane>
    );
  }
  return (
    <FieldsPane
      framing={framing}
      above={
        framed &&
        block.framesProblem !== null && (
          <Note className={styles.note}>
            {sentence(block.framesProblem.message)} <Section section={block.framesProblem.section} />
          </Note>
        )
      }
      actions={() => (
        <Button aria-pressed={framed} onClick={() => setFramed(!framed)}>
          Frames
        </Button>
      )}
    />
  );
}

export function BuiltTable() {
  useCommandHandler("details", toggleDetails);
  const isBuilt = useComposed(({ answer }) => answer !== null && !isEmpty(answer.composed));
  if (isBuilt) return <TablePane stepper={false} />;
  return (
    <Pane id="table" title="Dynamic table">
      <Empty>The table after the selected field appears here</Empty>
    </Pane>
  );
}
