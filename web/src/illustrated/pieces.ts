/** The bytes of a message outside of its block, piece by piece: a frame's header, settings, a body. */
import type { Message } from "../engine/dialogue";
import { counted } from "../ui/figures";

/** Bytes [from, to) of the message. `text`: the bytes in words; `words`: what that means. */
export type Piece = { name: string; from: number; to: number; text: string; words: string };

const TYPES: Record<string, string> = {
  DATA: "A part of a body (RFC 9113 §6.1).",
  HEADERS: "The fields of a message, as a header block (RFC 9113 §6.2).",
  SETTINGS: "What the sender allows the other side (RFC 9113 §6.5).",
};
const FLAGS: Record<string, string> = {
  "": "None is set.",
  END_STREAM: "END_STREAM (0x01): this side sends nothing more on this stream.",
  END_HEADERS: "END_HEADERS (0x04): the block is complete in this frame.",
  ACK: "ACK (0x01): the settings received are applied.",
};
/** Identifiers of settings (RFC 9113 §6.5.2). */
const SETTINGS: Record<number, [name: string, of: (value: number) => string]> = {
  1: ["HEADER_TABLE_SIZE", (size) => `The other side’s table may have ${counted(size, "byte")}.`],
  2: ["ENABLE_PUSH", (on) => (on === 0 ? "The server must not push." : "The server may push.")],
};

const numberOf = (bytes: readonly number[]) => bytes.reduce((number, byte) => number * 256 + byte, 0);
const textOf = (bytes: readonly number[]) => JSON.stringify(String.fromCharCode(...bytes)).slice(1, -1);

export function piecesOf({ frame, bytes, block }: Message): Piece[] {
  const pieces: Piece[] = [];
  function add(name: string, length: number, text: string, words: string) {
    const from = pieces.at(-1)?.to ?? 0;
    pieces.push({ name, from, to: from + length, text, words });
  }
  if (frame === null) {
    add("A request line", 18, textOf(bytes.slice(0, 18)), "HTTP/1.1 has no method PRI, and no version 2.0.");
    add("A body", 6, textOf(bytes.slice(18)), "Two letters and two line ends end what looks like a request.");
    return pieces;
  }
  const { type, flags, stream, length } = frame;
  const [size = `${counted(length, "byte")} after these nine`] = block?.parts.map(({ text }) => text) ?? [];
  const set = flags.split(", ").flatMap((flag) => FLAGS[flag] ?? []);
  add("Length", 3, size, "These nine are the frame’s header.");
  add("Type", 1, type, TYPES[type] ?? "");
  add("Flags", 1, "", set.join(" "));
  add(
    "Stream",
    4,
    `${stream}`,
    stream === 0 ? "The connection as a whole." : "A request and its response share a stream.",
  );
  if (type === "DATA") add("Body", length, textOf(bytes.slice(9)), `${counted(length, "byte")} of the file.`);
  for (let at = 9; type === "SETTINGS" && at < bytes.length; at += 6) {
    const [id, value] = [numberOf(bytes.slice(at, at + 2)), numberOf(bytes.slice(at + 2, at + 6))];
    const [name, of] = SETTINGS[id] ?? [`${id}`, String];
    add("Setting", 2, name, "A setting’s number takes two bytes, its value four.");
    add("Its value", 4, `${value}`, of(value));
  }
  return pieces;
}
