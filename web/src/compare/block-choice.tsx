/** Chooses a block of a session by number, and shows its summary. */
import { clsx } from "clsx";
import { useId } from "react";
import { Button } from "../ui/button";
import { Input } from "../ui/control";
import { count } from "../ui/figures";
import { Row, Stack } from "../ui/layout";
import { useLast, usePeek } from "../ui/use-known";
import styles from "./compare.module.css";
import type { Side } from "./compare-dialog";

export function BlockChoice({
  name,
  side,
  block,
  onChange,
}: {
  name: string;
  side: Side;
  block: number;
  onChange: (block: number) => void;
}) {
  const id = useId();
  const line = useLast(
    side.reader,
    usePeek()(() => side.reader.known.line(block)),
  );
  const to = (number: number) => onChange(Math.min(Math.max(number, 1), side.blocks) - 1);
  return (
    <Stack gap="tight" small>
      <label htmlFor={id}>{name}</label>
      <Row as="span" gap="tight">
        <Button look="icon" aria-label={`${name}: previous`} disabled={block === 0} onClick={() => to(block)}>
          −
        </Button>
        <Input
          id={id}
          type="number"
          min={1}
          max={side.blocks}
          value={block + 1}
          onChange={({ target }) => {
            if (Number.isInteger(target.valueAsNumber)) to(target.valueAsNumber);
          }}
        />
        <Button
          look="icon"
          aria-label={`${name}: next`}
          disabled={block === side.blocks - 1}
          onClick={() => to(block + 2)}
        >
          +
        </Button>
        <span className="dim">of {count(side.blocks)}</span>
      </Row>
      <span className={clsx("mono cut", styles.line)} data-cut="">
        {line}
      </span>
    </Stack>
  );
}
