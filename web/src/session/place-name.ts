/** Names of places: blocks and steps count from 1, bytes from 0. */
import type { Sender } from "../engine/types";

/** “3:27”: block 3, byte 27. */
export function placeName(from: { block: number; byte: number }): string {
  return `${from.block + 1}:${from.byte}`;
}

/** “27–31”, or “27” for a single byte; `to` is exclusive. */
export function byteRange(from: number, to: number): string {
  return to - from <= 1 ? String(from) : `${from}–${to - 1}`;
}

/** “bytes 27–31”, or “byte 27”; `to` is exclusive. */
export function bytesNamed(from: number, to: number): string {
  return `${to - from <= 1 ? "byte" : "bytes"} ${byteRange(from, to)}`;
}

export const SENDER_ARROWS: Record<Sender, string> = { client: "→", server: "←", unknown: "" };
export const SENDER_NAMES: Record<Sender, string> = {
  client: "sent by the client",
  server: "sent by the server",
  unknown: "sender unknown",
};

export function blockName(block: { block: number; label: string }): string {
  return block.label === "" ? `Block ${block.block + 1}` : block.label;
}

/** “client”, as in “the client announces”. */
export const WHO: Record<Sender, string> = { client: "client", server: "server", unknown: "sender" };
