/** A string's characters, each above its Huffman code or its byte's bits; then the padding. */
import { clsx } from "clsx";
import type { HTMLAttributes, ReactNode } from "react";
import type { StringPart } from "../engine/types";
import { Button } from "../ui/button";
import { count } from "../ui/figures";
import { Note, Row } from "../ui/layout";
import { tip } from "../ui/tip";
import styles from "./characters.module.css";

export function Characters(props: {
  string: StringPart;
  /** Selected byte of the block, or null. */
  chosen: number | null;
  onOver: (byte: number | null) => void;
  onChoose: (byte: number) => void;
  /** Shows the window of characters that begins at `from`. */
  onPage: (from: number) => void;
}) {
  const { string, chosen } = props;
  const byteOf = (bit: number) => string.start + Math.floor(bit / 8);
  const touches = (from: number, to: number) => chosen !== null && byteOf(from) <= chosen && chosen <= byteOf(to - 1);
  const shownTo = string.charactersFrom + string.characters.length;
  const pageLength = Math.max(string.characters.length, 1);
  if (string.charactersTotal === 0 && string.padding === null) {
    return <Note>The {string.role} is the empty string.</Note>;
  }
  return (
    <div>
      <Row as="ul" gap="tight" aria-label={`Characters of the ${string.role}`}>
        {string.characters.map((character) => (
          <Tile
            key={character.from}
            shown={<Letter shown={character.shown} />}
            data-chosen={touches(character.from, character.to) || undefined}
            {...tip(`${character.to - character.from} bits, ${character.from} to ${character.to - 1} of the string`)}
            onPointerEnter={() => props.onOver(byteOf(character.from))}
            onPointerLeave={() => props.onOver(null)}
            onClick={() => props.onChoose(byteOf(character.from))}
          >
            <Code digits={character.code} from={character.from} />
          </Tile>
        ))}
        {string.padding !== null && shownTo >= string.charactersTotal && (
          <Tile shown="padding" isCode={false} {...tip("Padding: the highest bits of the code of EOS, all ones")}>
            <Code digits={string.padding.digits} from={string.padding.from} />
          </Tile>
        )}
      </Row>
      {string.charactersTotal > string.characters.length && (
        <Row as="p" small className={clsx("dim", styles.characterPages)}>
          <Button
            look="icon"
            aria-label={`Earlier characters of the ${string.role}`}
            disabled={string.charactersFrom === 0}
            onClick={() => props.onPage(Math.max(string.charactersFrom - pageLength, 0))}
          >
            ‹
          </Button>
          {count(string.charactersFrom + 1)}–{count(shownTo)} of {count(string.charactersTotal)} characters
          <Button
            look="icon"
            aria-label={`Later characters of the ${string.role}`}
            disabled={shownTo >= string.charactersTotal}
            onClick={() => props.onPage(shownTo)}
          >
            ›
          </Button>
        </Row>
      )}
    </div>
  );
}

type TileProps = HTMLAttributes<HTMLLIElement> & {
  shown: ReactNode;
  /** False for padding and for bits that were not read. */
  isCode?: boolean;
};

/** A character above its bits. */
export function Tile({ shown, isCode = true, className, children, ...rest }: TileProps) {
  return (
    <li className={clsx(styles.character, !isCode && styles.padding, className)} {...rest}>
      <span className={styles.characterShown}>{shown}</span>
      {children}
    </li>
  );
}

/** A character, or a bracket for a space. */
export function Letter({ shown }: { shown: string }) {
  if (shown !== " ") return shown;
  return (
    <>
      <span className={styles.spaceMark} aria-hidden="true" />
      <span className="sr-only">space</span>
    </>
  );
}

/** Binary digits, with a bar where a byte begins. */
function Code({ digits, from }: { digits: string; from: number }) {
  const first = 8 - (from % 8);
  const runs = [digits.slice(0, first), ...(digits.slice(first).match(/.{1,8}/g) ?? [])];
  return (
    <span className={styles.code}>
      {runs.map((digits, number) => (
        <span key={number}>{digits}</span>
      ))}
    </span>
  );
}
