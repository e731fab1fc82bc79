/** NSS key logs, told by their content. */

const LINE =
  /^(?:CLIENT_RANDOM|RSA|(?:CLIENT|SERVER)_(?:HANDSHAKE_TRAFFIC_SECRET|TRAFFIC_SECRET_\d+)|CLIENT_EARLY_TRAFFIC_SECRET|(?:EARLY_)?EXPORTER_SECRET) +[\da-f]+ +[\da-f]+ *$/i;

/** Lines that are looked at. */
const LOOKED_AT = 64;

/** Whether a text is a key log, by its beginning: half of its first lines, comments and the last, cut, one apart. */
export function isKeyLog(text: string): boolean {
  const lines = text.slice(0, 16_384).split(/\r?\n/, LOOKED_AT);
  const cut = lines.length === LOOKED_AT || text.length > 16_384 ? lines.slice(0, -1) : lines;
  const said = cut.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const secrets = said.filter((line) => LINE.test(line));
  return secrets.length > 0 && 2 * secrets.length >= said.length;
}
