/** Bytes of a task, large; with their bits where these are to be read. */
import { clsx } from "clsx";
import { hex } from "../../ui/figures";
import styles from "./exercises.module.css";
import { binary } from "./wire";

export function OctetLine({ octets, bits = false }: { octets: readonly number[]; bits?: boolean }) {
  return (
    <div className={clsx("mono", styles.octetLine)} role="img" aria-label={`Bytes ${octets.map(hex).join(" ")}`}>
      {octets.map((octet, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bytes have no other name than their place
        <span key={at} className={styles.octetLarge}>
          {hex(octet)}
          {bits && <span className={styles.octetLargeBits}>{binary(octet)}</span>}
        </span>
      ))}
    </div>
  );
}
