/** Steps through the whole session, across blocks. */
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { commandProps } from "../commands/command-props";
import type { Block } from "../engine/windows";
import { useInspector, useSelectedBlock, useSession } from "../session/inspector";
import { stepsDone } from "../session/selection";
import { Button } from "../ui/button";
import { count } from "../ui/figures";
import { Row } from "../ui/layout";
import { Slider } from "../ui/slider";
import styles from "./stepper.module.css";

export function Stepper({ rows }: { rows: number }) {
  const inspector = useInspector();
  const block = useSelectedBlock();
  const selection = useSession((session) => session.selection);
  const [wanted, want] = useScrubbing((to) => inspector.goTo(to));
  const done = wanted ?? stepsDone(block, selection);
  return (
    <Row className={styles.stepper} data-stepper="" role="group" aria-label="Steps">
      <Button look="icon" aria-label="Step back" onClick={() => inspector.step(-1)} {...commandProps("previous-step")}>
        <span aria-hidden="true">◀</span>
      </Button>
      <Slider
        label="Step"
        max={rows}
        value={done}
        words={done === 0 ? "before the first step" : `step ${done} of ${rows}`}
        onChange={want}
      />
      <Button look="icon" aria-label="Step forward" onClick={() => inspector.step(1)} {...commandProps("next-step")}>
        <span aria-hidden="true">▶</span>
      </Button>
      <span className={clsx("number", styles.stepperPlace)}>
        {selection.error ? "error" : done === 0 ? "start" : count(done)}
        <span className="dim">{selection.error ? afterFields(block) : ` / ${count(rows)}`}</span>
      </span>
    </Row>
  );
}

function afterFields(block: Block | null): string {
  return block === null || block.rows === 0 ? "" : ` after field ${count(block.rows)}`;
}

/** Position of the slider until the page has caught up, and a way to move it: the page moves once a frame at most. */
function useScrubbing(goTo: (to: number) => Promise<void>): [wanted: number | null, want: (to: number) => void] {
  const [wanted, setWanted] = useState<number | null>(null);
  const next = useRef<number | null>(null);
  const frame = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (frame.current !== null) cancelAnimationFrame(frame.current);
    },
    [],
  );

  async function go() {
    frame.current = null;
    const to = next.current;
    if (to === null) return;
    await goTo(to);
    if (next.current !== to) return;
    next.current = null;
    setWanted(null);
  }

  function want(to: number) {
    next.current = to;
    setWanted(to);
    frame.current ??= requestAnimationFrame(go);
  }

  return [wanted, want];
}
