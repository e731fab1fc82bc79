/** The sixteen hex digits with their bits. */
import { ByteCells } from "../exercises/given";
import styles from "./widgets.module.css";

export function HexDigits() {
  const digits = Array.from({ length: 16 }, (_, digit): [string, string] => [
    digit.toString(16),
    digit.toString(2).padStart(4, "0"),
  ]);
  return (
    <div className={styles.digits}>
      <ByteCells name="Hex digits and their bits" of={digits} />
    </div>
  );
}
