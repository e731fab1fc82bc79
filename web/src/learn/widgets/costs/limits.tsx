/** A choice of SETTINGS_MAX_HEADER_LIST_SIZE (RFC 9113 §6.5.2). */

import { bytes, count } from "../../../ui/figures";
import { SelectField } from "../../../ui/select-field";
import styles from "./costs.module.css";

/** Bytes, with the common defaults of servers. */
const LIMITS = [4096, 8192, 16_384, 65_536, 262_144, 1_048_576];
const OPTIONS = LIMITS.map((limit) => [limit, `${count(limit)} bytes`] as const);

export function LimitSelect<Limit extends number | null>(props: {
  value: Limit;
  /** Offers “no limit”. */
  withNone?: boolean;
  onChange: (limit: number | null) => void;
}) {
  return (
    <SelectField<number | null>
      label="SETTINGS_MAX_HEADER_LIST_SIZE"
      value={props.value}
      options={[...(props.withNone ? [[null, "no limit"] as const] : []), ...OPTIONS]}
      onChange={props.onChange}
    />
  );
}

/** A bar on the same scale as others, with its figure. */
export function Bar({ name, of, most, kind }: { name: string; of: number; most: number; kind: string }) {
  return (
    <div className={styles.costBar}>
      <span className={styles.costName}>{name}</span>
      <span className={styles.costTrack} aria-hidden="true">
        <span className={styles.costFill} data-of={kind} style={{ width: `${most === 0 ? 0 : (of / most) * 100}%` }} />
      </span>
      <strong className={styles.costFigure}>{bytes(of)}</strong>
    </div>
  );
}
