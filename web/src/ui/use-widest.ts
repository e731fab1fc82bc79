/** Columns as wide as the widest of their figures: no digit is cut, whatever the session holds. */
import { type CSSProperties, useRef } from "react";

/**
 * The most characters that each column has shown since `of` was opened, as custom properties such as
 * `--wide-size`. A column that grew stays so: what stands beside it does not jump to and fro while one scrolls.
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
