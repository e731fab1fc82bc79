/** The user's guess at an unknown entry, and which blocks agree with it or contradict it. */

import { type FormEvent, useState } from "react";
import type { Reason } from "../engine/types";
import { useCachedOrLast, useInspector, useSelectedBlock } from "../session/inspector";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/control";
import { count, counted } from "../ui/figures";
import { Row, Stack } from "../ui/layout";
import { sentence } from "../ui/section";
import { Tag } from "../ui/tag";
import styles from "./pin-form.module.css";
import { PlaceLink } from "./place-link";

export function PinForm({ block, position }: { block: number; position: number }) {
  const selected = useSelectedBlock();
  const pins = useCachedOrLast((known) => known.pins());
  if (selected === null || selected.block !== block || pins === null) return null;
  const { direction } = selected;
  const pin = pins.find((one) => one.direction === direction && one.position === position) ?? null;
  if (pin === null) return <Guess direction={direction} position={position} />;
  return (
    <Stack as="section" small className={styles.pin} aria-label="Your guess">
      <p>
        <Tag look="guess">guess</Tag>{" "}
        <span className="mono">
          {pin.name}
          {pin.value !== null && `: ${pin.value}`}
        </span>{" "}
        in {counted(pin.uses, "field")} <Unpin direction={direction} position={position} />
      </p>
      {pin.fitting > 0 && <p className="dim">Consistent with {counted(pin.fitting, "block")}</p>}
      <Reasons reasons={pin.agree} total={pin.agreeTotal} sort="agree" />
      <Reasons reasons={pin.contradict} total={pin.contradictTotal} sort="contradict" />
    </Stack>
  );
}

function Guess({ direction, position }: { direction: number; position: number }) {
  const inspector = useInspector();
  const [text, setText] = useState("");
  // A pseudo-header field's name begins with a colon.
  const colon = text.indexOf(":", 1);
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  const value = colon < 0 ? null : text.slice(colon + 1).trim();

  function pin(event: FormEvent) {
    event.preventDefault();
    if (name !== "") inspector.pin(direction, position, { name, value });
  }

  return (
    <Row as="form" small className={styles.pin} onSubmit={pin}>
      <Field>
        <span className="dim">Your guess</span>
        <Input
          value={text}
          placeholder="name: value"
          aria-label="Guess at the unknown entry, as name: value"
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button type="submit" disabled={name === ""}>
        Use guess
      </Button>
    </Row>
  );
}

function Unpin({ direction, position }: { direction: number; position: number }) {
  const inspector = useInspector();
  return <Button onClick={() => inspector.pin(direction, position, null)}>Remove guess</Button>;
}

/** Number of reasons listed at once. */
const LISTED = 4;

function Reasons({ reasons, total, sort }: { reasons: Reason[]; total: number; sort: "agree" | "contradict" }) {
  const [all, setAll] = useState(false);
  if (total === 0) return null;
  const shown = all ? reasons : reasons.slice(0, LISTED);
  return (
    <div className={styles.verdict} data-sort={sort}>
      <p>
        <span aria-hidden="true">{sort === "agree" ? "✓" : "✗"}</span> {sort === "agree" ? "For it" : "Against it"}:{" "}
        {counted(total, "reason")}
      </p>
      <Stack as="ul" gap="line">
        {shown.map(({ block, row, message, strict }) => (
          <li key={`${row} ${message}`}>
            <PlaceOfRow block={block} row={row} /> {sentence(message)}
            {sort === "contradict" && !strict && <span className="dim"> Unusual, not impossible.</span>}
          </li>
        ))}
      </Stack>
      {total > shown.length && (
        <p>
          {reasons.length > shown.length ? (
            <Button look="link" onClick={() => setAll(true)}>
              show more
            </Button>
          ) : (
            `and ${count(total - shown.length)} more`
          )}
        </p>
      )}
    </div>
  );
}

function PlaceOfRow({ block, row }: { block: number; row: number }) {
  const found = useCachedOrLast((known) => known.row(row));
  return <PlaceLink to={{ block, row, byte: found?.start ?? 0 }} label="go to the field that refers to it" />;
}
