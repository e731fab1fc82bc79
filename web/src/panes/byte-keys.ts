/** Keyboard navigation in a grid of bytes. */

/** Number of lines that Page Up and Page Down move. */
const PAGE_LINES = 8;

type Keys = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean };

/** The byte that a key leads to from `at`, of `count` bytes; null for other keys. */
export function byteFor(
  { key, ctrlKey, altKey, metaKey }: Keys,
  { at, perLine, count }: { at: number; perLine: number; count: number },
): number | null {
  if (altKey || metaKey) return null;
  const column = at % perLine;
  const last = count - 1;
  /** In the same column, or at the end of a shorter last line. */
  function line(by: number): number {
    const lines = Math.floor(last / perLine);
    const to = Math.min(Math.max(Math.floor(at / perLine) + by, 0), lines);
    return Math.min(to * perLine + column, last);
  }
  switch (key) {
    case "ArrowRight":
      return Math.min(at + 1, last);
    case "ArrowLeft":
      return Math.max(at - 1, 0);
    case "ArrowDown":
      return line(1);
    case "ArrowUp":
      return line(-1);
    case "PageDown":
      return line(PAGE_LINES);
    case "PageUp":
      return line(-PAGE_LINES);
    case "Home":
      return ctrlKey ? 0 : at - column;
    case "End":
      return ctrlKey ? last : Math.min(at - column + perLine - 1, last);
  }
  return null;
}
