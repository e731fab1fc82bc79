/** Encodes integers and strings (RFC 7541 §5). */

/** The largest number that implementations take: 32 bits. */
export const MOST = 2 ** 32 - 1;

/** Bytes of `value` (0 to 2^32 − 1) with a prefix of 1 to 8 bits; the bits above the prefix come from `first`. */
export function integerBytes(value: number, prefix: number, first = 0): number[] {
  const full = 2 ** prefix - 1;
  if (value < full) return [first | value];
  const bytes = [first | full];
  let rest = value - full;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}

/** A string literal (§5.2) of bytes, which are Huffman-coded already or plain. */
export function stringBytes(data: Uint8Array, huffman: boolean): number[] {
  return [...integerBytes(data.length, 7, huffman ? 128 : 0), ...data];
}
