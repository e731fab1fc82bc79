/** Walks the code of RFC 7541 Appendix B, as binary digits. */
import type { CodeRow } from "../../../engine/types";

export const EOS = 256;

/** Rows in canonical order: shorter codes first, then by number. */
export function canonical(rows: readonly CodeRow[]): CodeRow[] {
  return rows.toSorted((a, b) => a.code.length - b.code.length || (a.code < b.code ? -1 : 1));
}

export type TreeStep = { row: CodeRow; from: number; to: number };
export type Walk = {
  /** Complete codes. */
  steps: TreeStep[];
  /** Bits since the last of them. */
  open: string;
  /** EOS was read: nothing after it is. */
  eos: boolean;
};

/** Decodes `bits` from the root on. */
export function walk(rows: readonly CodeRow[], bits: string): Walk {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const steps: TreeStep[] = [];
  let from = 0;
  for (let to = 1; to <= bits.length; to += 1) {
    const row = byCode.get(bits.slice(from, to));
    if (row === undefined) continue;
    steps.push({ row, from, to });
    from = to;
    if (row.symbol === EOS) return { steps, open: "", eos: true };
  }
  return { steps, open: bits.slice(from), eos: false };
}

/** A visible form of a symbol, also of a space. */
export function symbolOf({ shown }: Pick<CodeRow, "shown">): string {
  return shown === " " ? "SP" : shown;
}
