/** Reads a typed answer, in any of the usual notations. */
import { parseBytes } from "../../integers/integers-view";
import { hexOf } from "../../ui/figures";
import { bytesOfBits } from "../wire";
import { type AnswerField, GONE } from "./exercise";

/** The answer as judges compare it, or what is wrong with its notation, as marked text. */
export type Answer = { value: string } | { problem: string };

export function readAnswer(field: AnswerField, typed = ""): Answer {
  const text = typed.trim();
  if (text === "") return { problem: `An answer is missing for “${field.label}”.` };
  if (field.is === "number") return readNumber(text, field);
  return field.is === "hex" ? readBytes(text) : { value: text };
}

const SYNONYMS =
  /^(?:it (?:is|was) |it's |was )?(?:gone|evicted|removed|deleted|dropped|none|no(?: index)?|not (?:there|in (?:the|it|any) ?(?:table)?)|absent|missing|[-–—])\.?$/i;

function readNumber(text: string, { inDecimal, orGone }: { inDecimal?: boolean; orGone?: boolean }): Answer {
  if (orGone && SYNONYMS.test(text)) return { value: GONE };
  const digits = text.replace(/^(?:\+|index |#)/i, "").replace(/\s*(?:bytes?|octets?|bits?)$/i, "");
  const [, hex] = /^(?:0x|\\x)([0-9a-f]{1,8})$/i.exec(digits) ?? [];
  const [, bits] = /^0b([01_]{1,40})$/i.exec(digits) ?? [];
  if ((hex ?? bits) !== undefined && inDecimal) return { problem: "In decimal, please." };
  if (hex !== undefined) return { value: String(Number.parseInt(hex, 16)) };
  if (bits !== undefined) return { value: String(Number.parseInt(bits.replaceAll("_", ""), 2)) };
  // Digits are grouped by threes, or not at all.
  const isWhole = /^\d{1,10}$|^\d{1,3}(?:[\s,_'’]\d{3}){1,3}$/.test(digits);
  if (isWhole) return { value: String(Number(digits.replaceAll(/\D/g, ""))) };
  return { problem: `“${text}” is not a whole number, such as 121${inDecimal ? "" : " or 0x79"}.` };
}

function readBytes(text: string): Answer {
  const bits = text.replaceAll(/0b(?=[01]{8})|[\s_,;:|-]/gi, "");
  const bytes = /^(?:[01]{8})+$/.test(bits) ? bytesOfBits(bits) : parseBytes(text);
  if (bytes === null) return { problem: `“${text}” is not whole bytes, such as \`82 41\` in hex, or their bits.` };
  return { value: hexOf(bytes) };
}
