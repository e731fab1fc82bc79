/** The rows of a session whose values are secrets. */
import { lettersOf } from "../engine/shown-text";
import { rowIn } from "../engine/windows";
import { isSecret } from "../session/secrets";
import { isOpen, type Session } from "../session/session";

export type SecretRow = {
  row: number;
  block: number;
  /** The field's name, in lower case. */
  name: string;
};

/** Rows that are looked at together. */
const WINDOW = 4096;

/** What is shown of a field is enough to tell a secret by: its name and how its value begins. */
export async function secretRows(session: Session): Promise<SecretRow[]> {
  if (!isOpen(session)) return [];
  const found: SecretRow[] = [];
  for (let from = 0; from < session.opened.rows; from += WINDOW) {
    const window = await session.reader.core.rows(from, Math.min(from + WINDOW, session.opened.rows));
    for (let at = window.from; at < window.to; at += 1) {
      const row = rowIn(window, at);
      if (row === null) continue;
      const name = lettersOf(row.name).toLowerCase();
      const value = lettersOf(row.value);
      if (value !== "" && isSecret(name, value)) found.push({ row: at, block: row.block, name });
    }
  }
  return found;
}
