/** A decompression bomb (RFC 7541 §7.3): few bytes in, many out, computed by decoding them. */

import { useState } from "react";
import type { Blast } from "../../../engine/types";
import { useFunctions } from "../../../inspector/inspector";
import { bytes, count, counted, significant } from "../../../ui/figures";
import { Stack } from "../../../ui/layout";
import { Said } from "../../../ui/said";
import { Section, sentence } from "../../../ui/section";
import { SelectField } from "../../../ui/select-field";
import { Controls, Slider, Widget } from "../parts";
import styles from "./costs.module.css";

const TABLES = [256, 4096, 16_384, 65_536];
/** Common limits of servers, bytes. */
const LIMITS = [4096, 8192, 16_384, 65_536, 262_144, 1_048_576];
/** Steps of the slider in which the number of references doubles. */
const FINE = 8;
const PLACES = 16 * FINE;

const referencesAt = (place: number) => (place === 0 ? 0 : Math.round(2 ** (place / FINE)));

export function Bomb() {
  const [tableSize, setTableSize] = useState(4096);
  const [valueBytes, setValueBytes] = useState(4000);
  const [place, setPlace] = useState(14 * FINE);
  const [listLimit, setListLimit] = useState<number | null>(16_384);
  const references = referencesAt(place);
  const blast = useFunctions((core) => core.bomb({ tableSize, valueBytes, references, listLimit }));
  const turnTo = (size: number) => {
    setTableSize(size);
    setValueBytes(size - 96);
  };
  return (
    <Widget name="A decompression bomb">
      <Controls>
        <SelectField
          label="SETTINGS_HEADER_TABLE_SIZE"
          value={tableSize}
          options={TABLES.map((size) => [size, `${count(size)} bytes`] as const)}
          onChange={turnTo}
        />
        <SelectField<number | null>
          label="SETTINGS_MAX_HEADER_LIST_SIZE"
          value={listLimit}
          options={[[null, "no limit"], ...LIMITS.map((limit) => [limit, `${count(limit)} bytes`] as const)]}
          onChange={setListLimit}
        />
      </Controls>
      <Controls>
        <Slider
          label="Length of the value"
          value={valueBytes}
          min={0}
          max={tableSize + 32}
          shown={counted(valueBytes, "byte")}
          onChange={setValueBytes}
        />
        <Slider
          label="References to the entry"
          value={place}
          min={0}
          max={PLACES}
          shown={count(references)}
          onChange={setPlace}
        />
      </Controls>
      {blast !== null && <Outcome blast={blast} listLimit={listLimit} />}
    </Widget>
  );
}

function Outcome({ blast, listLimit }: { blast: Blast; listLimit: number | null }) {
  const { wireBytes, plainBytes, fields, fault, limited } = blast;
  const most = Math.max(plainBytes, wireBytes);
  return (
    <>
      <Stack gap="small">
        <Bar name="in" of={wireBytes} most={most} kind="harmless" />
        <Bar name="out" of={plainBytes} most={most} kind="harm" />
        {limited !== null && listLimit !== null && (
          <Bar name="kept with limit" of={Math.min(listLimit, plainBytes)} most={most} kind="limit" />
        )}
      </Stack>
      <Said className={styles.costWords}>
        <p>
          A header block of {counted(wireBytes, "byte")} becomes {counted(fields, "field")} with{" "}
          {counted(plainBytes, "byte")} of names and values:{" "}
          <strong>{significant(plainBytes / Math.max(wireBytes, 1))} times</strong> as much. The size of the entry is{" "}
          {counted(blast.entrySize, "byte")}.
        </p>
        {fault !== null && (
          <p>
            The entry is larger than the table, so it empties it and is not added <Section section="RFC 7541 §4.4" />.
            The first reference is <code>{fault.code}</code>. {sentence(fault.message)}
          </p>
        )}
        {limited !== null ? (
          <p>
            A receiver that counts name, value and 32 bytes for each field knows after{" "}
            <strong>{counted(limited.fields, "field")}</strong>, {counted(limited.wireBytes, "byte")} into the block,
            that the list exceeds the limit. It keeps no more fields, answers 431 or resets the stream, and still
            decodes the block to its end, because the table has to stay in step <Section section="RFC 9113 §10.5.1" />.
          </p>
        ) : (
          listLimit !== null && <p>The header list of {counted(blast.listBytes, "byte")} is within the limit.</p>
        )}
        {listLimit === null && fault === null && (
          <p>Without a limit all of it is copied, and the next request on the connection can do the same again.</p>
        )}
      </Said>
    </>
  );
}

/** A bar on the same scale as others, with its figure. */
export function Bar({ name, of, most, kind }: { name: string; of: number; most: number; kind: string }) {
  return (
    <div className={styles.costBar}>
      <span className={styles.costName}>{name}</span>
      <span className={styles.costTrack} aria-hidden="true">
        <span className={styles.costFill} data-of={kind} style={{ width: `${most === 0 ? 0 : (of / most) * 100}%` }} />
      </span>
      <strong className={styles.costFigure}>{bytes(of)}</strong>
    </div>
  );
}
