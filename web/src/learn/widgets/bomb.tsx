/** A decompression bomb (RFC 7541 §7.3): few bytes in, many out, computed by decoding them. */
import { useState } from "react";
import { useFunctions } from "../../session/inspector";
import { bytes, count, counted, significant } from "../../ui/figures";
import { Facts } from "../../ui/layout";
import { LiveRegion } from "../../ui/said";
import { SelectField } from "../../ui/select-field";
import { Slider } from "../../ui/slider";
import { Marked } from "../marked";
import { Widget } from "./parts";

/** Of the table, bytes, and the longest value of an entry `x` in it. */
const TABLE_SIZE = 4096;
const LONGEST = TABLE_SIZE - 33;
/** Common limits of servers, bytes. */
const LIMITS = [4096, 8192, 16_384, 65_536, 262_144, 1_048_576];
/** Steps of the slider in which the number of references doubles. */
const FINE = 8;

export function Bomb() {
  const [valueBytes, setValueBytes] = useState(4000);
  const [place, setPlace] = useState(14 * FINE);
  const [listLimit, setListLimit] = useState<number | null>(16_384);
  const references = place === 0 ? 0 : Math.round(2 ** (place / FINE));
  const blast = useFunctions((core) => core.bomb({ tableSize: TABLE_SIZE, valueBytes, references, listLimit }));
  if (blast === null) return null;
  const { wireBytes, plainBytes, listBytes, fields, limited } = blast;
  const keeps =
    limited !== null
      ? `A receiver that counts name, value and 32 bytes for each field knows after *${counted(limited.fields, "field")}*, ${counted(limited.wireBytes, "byte")} into the block, that the list exceeds the limit. It keeps no more fields, answers 431 or resets the stream, and still decodes the block to its end, because the table has to stay in step (RFC 9113 §10.5.1).`
      : listLimit !== null
        ? `The header list of ${counted(listBytes, "byte")} is within the limit.`
        : "Without a limit all of it is copied, and the next request on the connection can do the same again.";
  return (
    <Widget name="A decompression bomb">
      <Slider
        shown
        label="Length of the value"
        value={valueBytes}
        max={LONGEST}
        words={counted(valueBytes, "byte")}
        onChange={setValueBytes}
      />
      <Slider
        shown
        label="References to the entry"
        value={place}
        max={16 * FINE}
        words={count(references)}
        onChange={setPlace}
      />
      <SelectField<number | null>
        label="SETTINGS_MAX_HEADER_LIST_SIZE"
        value={listLimit}
        options={[[null, "no limit"], ...LIMITS.map((limit) => [limit, `${count(limit)} bytes`] as const)]}
        onChange={setListLimit}
      />
      <Facts
        of={[
          ["header block", bytes(wireBytes)],
          ["names and values", bytes(plainBytes)],
          [
            "kept with the limit",
            limited === null || listLimit === null ? null : bytes(Math.min(listLimit, plainBytes)),
          ],
        ]}
      />
      <LiveRegion>
        <p>
          <Marked
            text={`A header block of ${counted(wireBytes, "byte")} becomes ${counted(fields, "field")} with ${counted(plainBytes, "byte")} of names and values: *${significant(plainBytes / wireBytes)} times* as much. ${keeps}`}
          />
        </p>
      </LiveRegion>
    </Widget>
  );
}
