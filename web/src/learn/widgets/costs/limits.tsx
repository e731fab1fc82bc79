/** A choice of SETTINGS_MAX_HEADER_LIST_SIZE (RFC 9113 §6.5.2). */

import { count, octets } from "../../../ui/figures";
import styles from "./costs.module.css";

/** Bytes; what servers are commonly set to is among them. */
const LIMITS = [4096, 8192, 16_384, 65_536, 262_144, 1_048_576];

export function LimitSelect<Limit extends number | null>(props: {
  value: Limit;
  /** Whether “no limit” can be chosen. */
  withNone?: boolean;
  onChange: (limit: number | null) => void;
}) {
  return (
    <label className="option">
      <span>SETTINGS_MAX_HEADER_LIST_SIZE</span>
      <select
        className="control"
        value={props.value ?? "none"}
        onChange={(event) => props.onChange(event.target.value === "none" ? null : Number(event.target.value))}
      >
        {props.withNone && <option value="none">no limit</option>}
        {LIMITS.map((limit) => (
          <option key={limit} value={limit}>
            {count(limit)} bytes
          </option>
        ))}
      </select>
    </label>
  );
}

/** A bar beside others of the same scale, with its figure. */
export function Bar({ name, of, most, kind }: { name: string; of: number; most: number; kind: string }) {
  return (
    <div className={styles.costBar}>
      <span className={styles.costName}>{name}</span>
      <span className={styles.costTrack} aria-hidden="true">
        <span className={styles.costFill} data-of={kind} style={{ width: `${most === 0 ? 0 : (of / most) * 100}%` }} />
      </span>
      <strong className={styles.costFigure}>{octets(of)}</strong>
    </div>
  );
}
