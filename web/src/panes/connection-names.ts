/** What a connection of a capture is called, and why it can't be decrypted. */
import type { Connection, Protocol } from "../engine/types";
import { counted } from "../ui/figures";

const PROTOCOL_NAMES: Record<Protocol, string> = {
  h2: "HTTP/2",
  "http/1.1": "HTTP/1.1",
  tls: "TLS",
  quic: "QUIC",
  unknown: "not recognized",
};

const START_NAMES: Record<Exclude<Connection["start"], "paste" | "tls">, string> = {
  "prior-knowledge": "HTTP/2 in cleartext",
  upgrade: "HTTP/2 after an Upgrade",
  middle: "HTTP/2 from the middle",
};

/** “TLS 1.3, decrypted”, “TLS 1.2, not decrypted”. */
export function protocolOf({ protocol, start, tls }: Connection): string {
  if (protocol === "tls") return `${tls?.version ?? "TLS"}, not decrypted`;
  if (protocol !== "h2") return PROTOCOL_NAMES[protocol];
  if (start === "paste") return "pasted frames";
  if (start === "tls") return `${tls?.version ?? "TLS"}, decrypted`;
  return tls === null ? START_NAMES[start] : `${START_NAMES[start]}, ${tls.version ?? "TLS"}`;
}

/** “localhost:8443 · TLS 1.3, decrypted · 40 blocks”. */
export function titleOf(connection: Connection): string {
  const { name, start, tls, blocks, protocol } = connection;
  const server = name.split(" → ").at(-1) ?? name;
  const port = /:\d+$/.exec(server)?.[0] ?? "";
  const host = tls?.serverName ? `${tls.serverName}${port}` : server;
  return [
    ...(start === "paste" ? [] : [host]),
    protocolOf(connection),
    ...(protocol === "h2" ? [counted(blocks, "block")] : []),
  ].join(" · ");
}

/** Sentences about what is missing, without the connection's name, which is next to them. */
export function sentencesOf(missing: string): string[] {
  return missing.replace(/client random [\da-f]+( \(“.*?”\))?/, "this connection").split(/(?<=\.) /);
}

/** “the key log has no secrets for it”; null if nothing is missing. */
export function reasonOf({ tls }: Connection): string | null {
  const [why = ""] = sentencesOf(tls?.missing ?? "");
  const [reason = ""] = why
    .replace(/\.$/, "")
    .replace("this connection", "it")
    .split(/, so (?=nothing)/);
  return reason === "" ? null : reason.replace(/^The(re)? /, (word) => word.toLowerCase());
}
