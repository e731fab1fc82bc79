/** What decoding by hand needs, on one sheet of A4 or Letter. */
import { useFunctions } from "../../session/inspector";
import { KindName } from "../../ui/kind";
import { addressOf } from "../place";
import { canonical, symbolOf } from "../widgets/code-tree/code";
import { SHAPES } from "../wire";
import styles from "./reference.module.css";

/** The order of the bits. */
const ORDER = ["indexed", "incremental", "size-update", "never", "without"] as const;

export function Handout() {
  const appendices = useFunctions((core) => core.appendices());
  if (appendices === null) return null;
  const { staticTable, huffmanCode } = appendices;
  const printable = canonical(huffmanCode).filter(({ symbol }) => symbol >= 0x20 && symbol < 0x7f);
  return (
    <div className={styles.handout}>
      <ul>
        {ORDER.map((kind) => (
          <li key={kind}>
            <code>{SHAPES[kind].digits.padEnd(8, "x")}</code> <KindName kind={kind} />
          </li>
        ))}
      </ul>
      <p>
        x: the prefix of a number. All ones: it goes on, seven bits a byte, lowest first, 1 in front if more follows. In
        a literal it is the index of the name; 0: the name follows. String: H bit (1: Huffman-coded), length of 7 bits,
        bytes. Entry: name + value + 32 bytes. Newest entry: index 62.
      </p>
      <h2>
        Printable characters, of <a href={addressOf({ chapter: "codes" })}>all codes</a>
      </h2>
      <ol data-columns="5">
        {printable.map(({ symbol, shown, code }) => (
          <li key={symbol}>
            <code>{symbolOf({ shown })}</code> <code>{code}</code>
          </li>
        ))}
      </ol>
      <h2>Static table</h2>
      <ol data-columns="3">
        {Array.from({ length: staticTable.length / 2 - 1 }, (_, at) => (
          <li key={staticTable.slice(2 * at + 2, 2 * at + 4).join()}>
            <span>{at + 1}</span> <code>{staticTable.slice(2 * at + 2, 2 * at + 4).join(" ")}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
