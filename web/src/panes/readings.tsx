/** How each Huffman engine reads a string, loaded on demand. */
import { useState } from "react";
import type { StringPart } from "../engine/types";
import { Readings } from "./lazy-panes";
import styles from "./readings.module.css";

export function LookUps({ block, string }: { block: number; string: StringPart }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.lookUps} data-detail="" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        How the engines read it<span className="sr-only">: the {string.role}</span>
      </summary>
      {isOpen && <Readings block={block} string={string} />}
    </details>
  );
}
