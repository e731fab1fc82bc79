/** The sixteen hex digits with their bits. */
import { ByteCells } from "../exercises/given";

export function HexDigits() {
  const digits = Array.from({ length: 16 }, (_, digit): [string, string] => [
    digit.toString(16),
    digit.toString(2).padStart(4, "0"),
  ]);
  return <ByteCells name="Hex digits and their bits" of={digits} />;
}
