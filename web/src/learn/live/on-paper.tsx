/** The examples of a chapter that are not open, byte by byte: on a screen each is a link, on paper they stand below. */
import { clsx } from "clsx";
import { count, hexOf } from "../../ui/figures";
import type { LearnExample } from "../chapters/chapter";
import styles from "../learn.module.css";
import { Marked } from "../marked";
import { useTried } from "./facts";
import { placed, SHOWN_MOST } from "./walk";

export function OnPaper({ examples }: { examples: readonly LearnExample[] }) {
  return (
    <div className={styles.onPaper}>
      {examples.map((example) => (
        <section key={example.id}>
          <h2>{example.title}, byte by byte</h2>
          {example.about !== undefined && (
            <p>
              <Marked text={example.about} />
            </p>
          )}
          {example.wire === undefined ? (
            <Blocks example={example} />
          ) : (
            <Notes notes={example.wire} bytes={bytesIn(example.text)} />
          )}
        </section>
      ))}
    </div>
  );
}

function Blocks({ example }: { example: LearnExample }) {
  const tried = useTried(example.text, example.options);
  if (tried?.status !== "ok") return null;
  return example.walk.map((notes, block) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed example
    <div key={block}>
      {example.walk.length > 1 && <h3>Block {block + 1}</h3>}
      <Notes notes={notes} bytes={Uint8Array.from(tried.blocks[block]?.bytes ?? [])} />
    </div>
  ));
}

function Notes({ notes, bytes }: { notes: readonly string[]; bytes: Uint8Array }) {
  return (
    <ol className={styles.notes}>
      {placed(notes).map(({ from, to, words }) => (
        <li key={from} className={styles.walkNote}>
          <span className={clsx("mono", styles.noteBytes)}>
            {hexOf(bytes.subarray(from, Math.min(to, from + SHOWN_MOST)))}
            {to - from > SHOWN_MOST && ` … ${count(to - from)} bytes`}
          </span>
          <p>
            <Marked text={words} />
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The bytes of frames written in hex, lines of comment aside. */
function bytesIn(text: string): Uint8Array {
  const digits = text.replaceAll(/^#.*$/gm, "").replaceAll(/\s/g, "");
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
