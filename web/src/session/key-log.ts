/** Recognizes NSS key logs by their content. */

const LINE =
  /^(?:CLIENT_RANDOM|RSA|(?:CLIENT|SERVER)_(?:HANDSHAKE_TRAFFIC_SECRET|TRAFFIC_SECRET_\d+)|CLIENT_EARLY_TRAFFIC_SECRET|(?:EARLY_)?EXPORTER_SECRET) +[\da-f]+ +[\da-f]+ *$/i;

/** Number of lines examined. */
const LOOKED_AT = 64;

/**
 * True if at least half of a text's first lines are key log lines, not counting
 * comments and the last line, which may be cut.
 */
export function isKeyLog(text: string): boolean {
  const lines = text.slice(0, 16_384).split(/\r?\n/, LOOKED_AT);
  const cut = lines.length === LOOKED_AT || text.length > 16_384 ? lines.slice(0, -1) : lines;
  const found = cut.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const secrets = found.filter((line) => LINE.test(line));
  return secrets.length > 0 && 2 * secrets.length >= found.length;
}
