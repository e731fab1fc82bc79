/** How each Huffman engine reads a string: the number of its look-ups, and where they cut the bits. */
import { clsx } from "clsx";
import type { CSSProperties } from "react";
import type { EngineReading, StringPart } from "../engine/types";
import { useCachedOrLast } from "../session/inspector";
import { DataTable } from "../ui/data-table";
import { count, counted, significant } from "../ui/figures";
import { Note, ScrollBox } from "../ui/layout";
import { tip } from "../ui/tip";
import { Letter } from "./characters";
import styles from "./look-ups.module.css";

/** Width of a bit, CSS pixels. */
const BIT = 8;
/** A look-up shows its number of characters from this width on, bits. */
const WITH_NUMBER = 2;

export function Readings({ block, string }: { block: number; string: StringPart }) {
  const readings = useCachedOrLast((known) => known.lookUps(block, string.start, string.end));
  if (readings === null) return null;
  return (
    <>
      <Summary readings={readings} role={string.role} />
      <Strips readings={readings} string={string} />
    </>
  );
}

function Summary({ readings, role }: { readings: EngineReading[]; role: string }) {
  return (
    <DataTable
      figures
      wide
      className={styles.lookUpsTable}
      aria-label={`Look-ups in the ${role}, by engine`}
      columns={["engine", "look-ups", "bits each", "characters each", "fallback from"]}
    >
      {readings.map((reading) => (
        <tr key={reading.engine}>
          <th scope="row">{reading.title}</th>
          <td>{count(reading.lookUps)}</td>
          <td>{each(reading.bits, reading.lookUps)}</td>
          <td>{each(reading.symbols, reading.lookUps)}</td>
          <td>{reading.firstFallback === null ? "none" : `bit ${count(reading.firstFallback)}`}</td>
        </tr>
      ))}
    </DataTable>
  );
}

function each(total: number, lookUps: number): string {
  return lookUps === 0 ? "–" : significant(total / lookUps);
}

/** One strip for each engine, below the characters, cut where its look-ups begin. */
function Strips({ readings, string }: { readings: EngineReading[]; string: StringPart }) {
  const total = (string.end - string.start) * 8;
  const listed = Math.min(total, Math.max(...readings.map(listedTo)));
  const areAll = readings.every(({ lookUps, steps }) => lookUps === steps.length);
  // A later window of a long string has no characters from its beginning.
  const characters = string.charactersFrom === 0 ? string.characters.filter(({ from }) => from < listed) : [];
  return (
    <>
      <ScrollBox
        className={styles.strips}
        data-sideways=""
        aria-label={`Bits of the ${string.role}, cut into look-ups`}
      >
        {characters.length > 0 && (
          <div className={styles.strip} aria-hidden="true">
            <span className={styles.stripName} />
            <span className={styles.stripBits} style={widthOf(listed)}>
              {characters.map(({ from, to, shown }) => (
                <span key={from} style={placeOf(from, to)}>
                  <Letter shown={shown} />
                </span>
              ))}
            </span>
          </div>
        )}
        {readings.map((reading) => (
          <div key={reading.engine} className={styles.strip} role="img" aria-label={spoken(reading)}>
            <span className={styles.stripName}>{reading.title}</span>
            <span className={styles.stripBits} style={widthOf(listed)}>
              {reading.steps.map(({ bit, bits, symbols, how }) => (
                <span
                  key={bit}
                  className={clsx(styles.lookUp, symbols === 0 && styles.without)}
                  data-how={how}
                  style={placeOf(bit, bit + bits)}
                  {...tip(`bits ${bit} to ${bit + bits - 1}: ${counted(symbols, "character")}${HOW[how]}`)}
                >
                  {bits >= WITH_NUMBER && symbols > 0 && symbols}
                </span>
              ))}
            </span>
          </div>
        ))}
      </ScrollBox>
      <Note>
        Each box is a look-up; its number says how many characters it finds, and an empty box finds none yet. Hatched:
        the fallback for long codes. Dashed: the end of the string, code by code.
        {!areAll && ` These are the first ${count(listed)} of ${count(total)} bits.`}
      </Note>
    </>
  );
}

const HOW = { table: "", fallback: ", by the fallback", tail: ", at the end of the string" };

/** End of the last listed look-up, bits. */
function listedTo({ steps }: EngineReading): number {
  const last = steps.at(-1);
  return last === undefined ? 0 : last.bit + last.bits;
}

function spoken({ title, steps }: EngineReading): string {
  return `${title}: ${steps.map(({ bits }) => bits).join(", ")} bits`;
}

function widthOf(bits: number): CSSProperties {
  return { width: bits * BIT };
}

function placeOf(from: number, to: number): CSSProperties {
  return { left: from * BIT, width: (to - from) * BIT };
}
