/** What to try: connection, side, policy, Huffman coding and table size. */
import { useId, useState } from "react";
import { SIZE_MAX } from "../../address/what-if-choice";
import type { Connection, Opened, WhatIfMenu } from "../../engine/types";
import { useCachedOrLast, useInspector } from "../../session/inspector";
import { parseTableSize } from "../../session/options";
import { SENDER_ARROWS, WHO } from "../../session/place-name";
import { Input, Select } from "../../ui/control";
import { counted } from "../../ui/figures";
import { Check, Row } from "../../ui/layout";
import { SelectField } from "../../ui/select-field";
import { Slider } from "../../ui/slider";
import { placeOfSize, sizeAt, sizeRange } from "./scale";
import styles from "./what-if.module.css";
import { useWhatIfChoice } from "./what-if-context";

/** Number of connections listed; others are selected in Inspect. */
const CONNECTIONS = 500;

/** The slider's size until the sender's is known, bytes. */
const FIRST_SIZE = 4096;

export function ChoiceForm({
  opened,
  menu,
  direction,
  sent,
}: {
  opened: Opened & { status: "ok" };
  menu: WhatIfMenu;
  direction: number;
  /** The sender's least and greatest maximum, bytes; null until they are known. */
  sent: [number, number] | null;
}) {
  const [choice, change] = useWhatIfChoice();
  const policy = menu.choices.find(({ id }) => id === choice.choices);
  const coding = menu.huffman.find(({ id }) => id === choice.huffman);
  return (
    <form className={styles.choice} aria-label="What to try" onSubmit={(event) => event.preventDefault()}>
      {(opened.connections ?? 0) > 1 && <Connections opened={opened} />}
      {opened.directions.length > 1 && (
        <Row as="fieldset" className={styles.beside}>
          <legend>Blocks of</legend>
          {opened.directions.map(({ sender, blocks }, number) => (
            <Check
              key={sender}
              type="radio"
              name="side"
              checked={number === direction}
              onChange={() => change({ side: sender })}
            >
              <span aria-hidden="true">{SENDER_ARROWS[sender]}</span> the {WHO[sender]},{" "}
              <span className="dim">{counted(blocks, "block")}</span>
            </Check>
          ))}
        </Row>
      )}
      <SelectField
        label="Indexing"
        className={styles.line}
        value={policy?.id ?? ""}
        options={menu.choices.map(({ id, title }) => [id, title] as const)}
        onChange={(choices) => change({ choices })}
      >
        <small className="dim">{policy?.about}</small>
      </SelectField>
      <SelectField
        label="Huffman"
        className={styles.line}
        value={coding?.id ?? null}
        options={[[null, "As the policy decides"], ...menu.huffman.map(({ id, title }) => [id, title] as const)]}
        onChange={(huffman) => change({ huffman })}
      >
        <small className="dim">{coding?.about}</small>
      </SelectField>
      <Size sizes={menu.sizes} sent={sent} />
    </form>
  );
}

function Connections({ opened }: { opened: Opened & { status: "ok" } }) {
  const inspector = useInspector();
  const connections = useCachedOrLast((known) => known.connections(0, CONNECTIONS));
  const title = ({ number, name, blocks }: Connection) => `${number + 1}: ${name}, ${counted(blocks, "block")}`;
  return (
    <label className={styles.line}>
      <span>Connection</span>
      <Select value={opened.connection} onChange={(event) => inspector.selectConnection(Number(event.target.value))}>
        {connections
          ?.filter(({ number, blocks }) => blocks > 0 || number === opened.connection)
          .map((connection) => (
            <option key={connection.number} value={connection.number}>
              {title(connection)}
            </option>
          ))}
      </Select>
    </label>
  );
}

/** The table's maximum: the sender's, or one for all blocks, by a slider or as a number. */
function Size({ sizes, sent }: { sizes: number[]; sent: [number, number] | null }) {
  const [{ maximum }, change] = useWhatIfChoice();
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const shown = maximum ?? sent?.[1] ?? FIRST_SIZE;
  const parsed = typed === null ? shown : parseTableSize(typed);

  return (
    <Row as="fieldset" className={styles.beside}>
      <legend>Table size</legend>
      <Check checked={maximum === null} onChange={(checked) => change({ maximum: checked ? null : shown })}>
        As sent{sent !== null && ` (${sizeRange(sent)})`}
      </Check>
      <Slider
        label="Table size"
        words={counted(shown, "byte")}
        max={sizes.length - 1}
        value={Math.round(placeOfSize(Math.min(shown, SIZE_MAX), sizes) * (sizes.length - 1))}
        onChange={(place) => {
          setTyped(null);
          change({ maximum: sizeAt(place / (sizes.length - 1), sizes) });
        }}
      />
      <Row as="span" gap="small">
        <label htmlFor={id} className="sr-only">
          Table size, bytes
        </label>
        <Input
          id={id}
          size={8}
          inputMode="numeric"
          value={typed ?? String(shown)}
          aria-invalid={parsed === null}
          onChange={(event) => {
            setTyped(event.target.value);
            const size = parseTableSize(event.target.value);
            if (size !== null) change({ maximum: size });
          }}
          onBlur={() => setTyped(null)}
        />
        <span className="dim">bytes</span>
      </Row>
    </Row>
  );
}
