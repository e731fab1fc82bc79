/** A field's whole name and value: lists and explanations cut long ones. */
import type { Core } from "../engine/core";
import type { StringPart } from "../engine/types";

/** Octets of a string that an explanation gives as text at once. */
const AT_ONCE = 4096;

type Explaining = Pick<Core, "explain">;

/** null for a size update, and where a name or value is not known. */
export async function wholeField(core: Explaining, row: number): Promise<{ name: string; value: string } | null> {
  const explanation = await core.explain(row, 0);
  if (explanation === null) return null;
  let name: string | null = null;
  let value: string | null = null;
  for (const part of explanation.parts) {
    if (part.part === "reference") {
      name = part.name;
      if (part.uses === "name and value") value = part.value;
    } else if (part.part === "string") {
      const text = await wholeString(core, row, part);
      if (part.role === "name") name = text;
      else value = text;
    }
  }
  return name === null || value === null ? null : { name, value };
}

async function wholeString(core: Explaining, row: number, first: StringPart): Promise<string> {
  return first.octets <= AT_ONCE ? first.text : new TextDecoder().decode(await wholeOctets(core, row, first));
}

/** The octets of a string, which is read window by window. */
export async function wholeOctets(core: Explaining, row: number, first: StringPart): Promise<Uint8Array> {
  const octets = new Uint8Array(first.charactersTotal);
  for (let string = first; ; ) {
    octets.set(
      string.characters.map(({ symbol }) => symbol),
      string.charactersFrom,
    );
    const next = string.charactersFrom + string.characters.length;
    if (string.characters.length === 0 || next >= first.charactersTotal) return octets;
    const explanation = await core.explain(row, next);
    const found = explanation?.parts.find((part) => part.part === "string" && part.role === first.role);
    if (found?.part !== "string") return octets;
    string = found;
  }
}
