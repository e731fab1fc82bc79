/** How a capture's things are called. */
import type { Connection, Protocol } from "../engine/types";

export const PROTOCOL_NAMES: Record<Protocol, string> = {
  h2: "HTTP/2",
  "http/1.1": "HTTP/1.1",
  tls: "TLS",
  quic: "QUIC",
  unknown: "not recognised",
};

export const START_NAMES: Record<Connection["start"], string> = {
  "prior-knowledge": "in cleartext",
  upgrade: "after an Upgrade",
  tls: "inside TLS",
  middle: "from the middle",
  paste: "pasted",
};

/** “HTTP/2 inside TLS 1.3”, “TLS 1.2, not decrypted”. */
export function protocolOf(connection: Connection): string {
  const { protocol, start, tls } = connection;
  if (protocol === "h2") {
    const where = start === "tls" && tls?.version ? `inside ${tls.version}` : START_NAMES[start];
    const secret = tls !== null && start === "middle" ? `, ${tls.version ?? "TLS"}` : "";
    return `HTTP/2 ${where}${secret}`;
  }
  if (protocol === "tls") return `${tls?.version ?? "TLS"}, not decrypted`;
  return PROTOCOL_NAMES[protocol];
}

/** Frame types that the filter offers, by number (RFC 9113 §6 and later ones). */
export const FRAME_TYPES: [kind: number, name: string][] = [
  [0, "DATA"],
  [1, "HEADERS"],
  [2, "PRIORITY"],
  [3, "RST_STREAM"],
  [4, "SETTINGS"],
  [5, "PUSH_PROMISE"],
  [6, "PING"],
  [7, "GOAWAY"],
  [8, "WINDOW_UPDATE"],
  [9, "CONTINUATION"],
  [10, "ALTSVC"],
  [12, "ORIGIN"],
  [16, "PRIORITY_UPDATE"],
];
