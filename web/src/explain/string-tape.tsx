/** A string's bytes, each as its bits, with the characters that they spell below: a code may begin in one byte and end in another. */
import type { Character, StringPart } from "../engine/types";
import { Letter } from "../panes/characters";
import { count, hex } from "../ui/figures";
import { Note, Row } from "../ui/layout";
import styles from "./explain.module.css";

/** Bits of one byte that are of one character, or of none. `of`: its number. */
type Run = { from: number; to: number; of: number | null; shown: string | null; isPadding: boolean };

export function StringTape({ string, bytes }: { string: StringPart; bytes: Uint8Array }) {
  const { characters, padding, start, end, role } = string;
  if (end === start) return <Note>The {role} is the empty string.</Note>;
  const isWhole = characters.length === string.charactersTotal;
  const last = characters.at(-1);
  // Of a long string the characters come as far as a window of them reaches.
  const shownEnd = isWhole || last === undefined ? end : Math.min(start + Math.ceil(last.to / 8), end);
  const runs = runsOf(characters, padding === null || !isWhole ? null : padding.from, (shownEnd - start) * 8);
  return (
    <>
      <Row as="ol" className={styles.tape} aria-label={`Bytes of the ${role}`}>
        {Array.from(bytes.subarray(start, shownEnd), (value, at) => (
          <li key={at}>
            <span className={styles.tapeHex}>{hex(value)}</span>
            <span className={styles.runs}>
              {(runs[at] ?? []).map(({ from, to, of, shown, isPadding }) => (
                <span
                  key={from}
                  className={styles.run}
                  data-padding={isPadding || undefined}
                  data-unread={(of === null && !isPadding) || undefined}
                  data-first={of === null || characters[of]?.from === at * 8 + from || undefined}
                  data-end={of === null || characters[of]?.to === at * 8 + to || undefined}
                >
                  <span className={styles.runBits} aria-hidden="true">
                    {value.toString(2).padStart(8, "0").slice(from, to)}
                  </span>
                  <b>
                    {shown === null ? isPadding && <span className="sr-only">padding</span> : <Letter shown={shown} />}
                  </b>
                </span>
              ))}
            </span>
          </li>
        ))}
      </Row>
      {!isWhole && (
        <Note>
          The first {count(characters.length)} of {count(string.charactersTotal)} characters. Inspect shows all of them.
        </Note>
      )}
    </>
  );
}

/** The runs of each byte, in order. A character's letter stands below the longest of its runs. */
function runsOf(characters: readonly Character[], paddingFrom: number | null, bits: number): Run[][] {
  const bytes: Run[][] = Array.from({ length: bits / 8 }, () => []);
  function add(from: number, to: number, of: number | null, isPadding: boolean): Run[] {
    const added: Run[] = [];
    for (let bit = from; bit < Math.min(to, bits); ) {
      const next = Math.min(to, bit - (bit % 8) + 8);
      const run = { from: bit % 8, to: (bit % 8) + next - bit, of, shown: null, isPadding };
      bytes[Math.floor(bit / 8)]?.push(run);
      added.push(run);
      bit = next;
    }
    return added;
  }
  for (const [of, { from, to, shown }] of characters.entries()) {
    const runs = add(from, to, of, false);
    const longest = runs.reduce((most, run) => (run.to - run.from > most.to - most.from ? run : most), runs[0] as Run);
    if (longest !== undefined) longest.shown = shown;
  }
  const read = characters.at(-1)?.to ?? 0;
  add(read, paddingFrom ?? bits, null, false);
  if (paddingFrom !== null) add(paddingFrom, bits, null, true);
  return bytes;
}
