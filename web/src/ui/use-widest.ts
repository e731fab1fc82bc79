/** Columns as wide as their widest figure, so that no digit is cut off. */
import { type CSSProperties, useRef } from "react";

/**
 * The most characters that each column has shown since `of` was opened, as
 * custom properties such as `--wide-size`; styles have room for its heading, too.
 * A column never shrinks, so that its neighbors don't move while scrolling.
 */
export function useWidest(of: unknown, columns: Record<string, readonly string[]>): CSSProperties {
  const held = useRef<{ of: unknown; most: Record<string, number> }>({ of, most: {} });
  if (held.current.of !== of) held.current = { of, most: {} };
  const { most } = held.current;
  for (const [column, texts] of Object.entries(columns)) {
    for (const text of texts) most[`--wide-${column}`] = Math.max(most[`--wide-${column}`] ?? 0, text.length);
  }
  return { ...most } as CSSProperties;
}
