/** A string's characters, each above its Huffman code or its byte's bits; the padding apart. */
import { clsx } from "clsx";
import type { StringPart } from "../engine/types";
import { count } from "../ui/figures";
import { tip } from "../ui/tip";
import bitsStyles from "./bits.module.css";
import styles from "./characters.module.css";

export function Characters(props: {
  string: StringPart;
  /** The selected byte of the block, or null. */
  chosen: number | null;
  onOver: (byte: number | null) => void;
  onChoose: (byte: number) => void;
  /** To another window of characters. */
  onPage: (from: number) => void;
}) {
  const { string, chosen } = props;
  const byteOf = (bit: number) => string.start + Math.floor(bit / 8);
  const touches = (from: number, to: number) => chosen !== null && byteOf(from) <= chosen && chosen <= byteOf(to - 1);
  const shownTo = string.charactersFrom + string.characters.length;
  const pageLength = Math.max(string.characters.length, 1);
  if (string.charactersTotal === 0 && string.padding === null) {
    return <p className={bitsStyles.note}>The {string.role} is the empty string.</p>;
  }
  return (
    <div>
      <ul className={styles.characters} aria-label={`Characters of the ${string.role}`}>
        {string.characters.map((character) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: a pointer's short cut; the byte grid has the keys
          <li
            key={character.from}
            className={styles.character}
            data-chosen={touches(character.from, character.to) || undefined}
            {...tip(`${character.to - character.from} bits, ${character.from} to ${character.to - 1} of the string`)}
            onPointerEnter={() => props.onOver(byteOf(character.from))}
            onPointerLeave={() => props.onOver(null)}
            onClick={() => props.onChoose(byteOf(character.from))}
          >
            <span className={styles.characterShown}>
              <Letter shown={character.shown} />
            </span>
            <Code digits={character.code} from={character.from} />
          </li>
        ))}
        {string.padding !== null && shownTo >= string.charactersTotal && (
          <li
            className={clsx(styles.character, styles.padding)}
            {...tip("Padding: the highest bits of the code of EOS, all ones")}
          >
            <span className={styles.characterShown}>padding</span>
            <Code digits={string.padding.digits} from={string.padding.from} />
          </li>
        )}
      </ul>
      {string.charactersTotal > string.characters.length && (
        <p className={styles.characterPages}>
          <button
            type="button"
            className="button icon-button"
            aria-label={`Earlier characters of the ${string.role}`}
            disabled={string.charactersFrom === 0}
            onClick={() => props.onPage(Math.max(string.charactersFrom - pageLength, 0))}
          >
            ‹
          </button>
          {count(string.charactersFrom + 1)}–{count(shownTo)} of {count(string.charactersTotal)} characters
          <button
            type="button"
            className="button icon-button"
            aria-label={`Later characters of the ${string.role}`}
            disabled={shownTo >= string.charactersTotal}
            onClick={() => props.onPage(shownTo)}
          >
            ›
          </button>
        </p>
      )}
    </div>
  );
}

/** A character as it is read; a space, which has no shape, as the bracket that stands for it. */
export function Letter({ shown }: { shown: string }) {
  if (shown !== " ") return shown;
  return (
    <>
      <span className={styles.spaceMark} aria-hidden="true" />
      <span className="sr-only">space</span>
    </>
  );
}

/** Binary digits, with a bar where the next byte begins. */
function Code({ digits, from }: { digits: string; from: number }) {
  const runs: string[] = [];
  let run = "";
  for (const [place, digit] of Array.from(digits).entries()) {
    if (place > 0 && (from + place) % 8 === 0) {
      runs.push(run);
      run = "";
    }
    run += digit;
  }
  runs.push(run);
  return (
    <span className={styles.code}>
      {runs.map((digits, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other name than their place
        <span key={number}>{digits}</span>
      ))}
    </span>
  );
}
