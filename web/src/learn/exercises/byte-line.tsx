/** Bytes of a task, large; with their bits where these are to be read. */
import { clsx } from "clsx";
import { hex } from "../../ui/figures";
import styles from "./exercises.module.css";
import { binary } from "./wire";

export function ByteLine({ bytes, bits = false }: { bytes: readonly number[]; bits?: boolean }) {
  return (
    <div className={clsx("mono", styles.byteLine)} role="img" aria-label={`Bytes ${bytes.map(hex).join(" ")}`}>
      {bytes.map((byte, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bytes have no other name than their place
        <span key={at} className={styles.byteLarge}>
          {hex(byte)}
          {bits && <span className={styles.byteLargeBits}>{binary(byte)}</span>}
        </span>
      ))}
    </div>
  );
}
