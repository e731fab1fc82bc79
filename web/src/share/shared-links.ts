/** The links that a view offers, each with the values in it that masking would replace. */

import { type EncodeTab, NO_LINK, type View } from "../address/link";
import { printFragment } from "../address/link-codec";
import { sessionLink } from "../address/session-link";
import { type Composer, textWithoutSecrets } from "../encode/composer";
import type { FieldText } from "../engine/types";
import type { Inspector } from "../session/inspector";
import { countedNames, joined, type MaskFields, namesOf, type Secrets, secretsAmong, USUAL } from "../session/secrets";
import { hasBlocks, type Session } from "../session/session";
import { fieldsOf, guessesOf } from "./guesses";
import type { Asked } from "./long-answer";
import { secretsSaid } from "./said-fields";

export type SharedLink = {
  label: string;
  link: string;
  note: string | null;
  secrets: Secrets;
  /** It contains a text as pasted, with all words in it. */
  hasText: boolean;
};

const NONE: Secrets = new Map();

export async function linksOf(
  view: View,
  tab: EncodeTab,
  { store, client }: Inspector,
  composer: Composer,
  asked: Asked,
): Promise<SharedLink[]> {
  const base = location.href.replace(/#.*/, "");
  const session = store.get();
  const mask = client.functions.maskedFields;
  if (view === "inspect" || view === "explain") return sessionLinks(view, base, session, mask, asked);
  const bar = { label: "Link to this page", link: location.href, note: "Same as the address bar.", hasText: false };
  if (view === "encode" && tab === "build") return buildLinks(base, composer, mask);
  // Then the address has no fields: they are left out of it.
  return [{ ...bar, secrets: NONE }];
}

async function buildLinks(base: string, composer: Composer, mask: MaskFields): Promise<SharedLink[]> {
  const { text, left } = await textWithoutSecrets(composer.store.get().building, mask);
  const link = async (composition: string | null, left: string[]) =>
    `${base}#${await printFragment({ ...NO_LINK, view: "encode", composition, left })}`;
  const whole: SharedLink = {
    label: "Link to these blocks",
    link: await link(composer.text(), []),
    note: null,
    secrets: left,
    hasText: false,
  };
  if (left.size === 0) return [whole];
  const bare = await link(text, [...left.keys()]);
  const note = "The values of those fields are left out. Same as the address bar.";
  return [whole, { label: "Link without sensitive values", link: bare, note, secrets: NONE, hasText: false }];
}

async function sessionLinks(
  view: View,
  base: string,
  session: Session,
  mask: MaskFields,
  { onProgress, signal }: Asked,
): Promise<SharedLink[]> {
  const { input, example, options } = session;
  const guesses = hasBlocks(session) ? await guessesOf(session.reader) : [];
  const shown = sessionLink(session, session, view === "explain");
  const link = `${base}#${await printFragment({ ...NO_LINK, view, ...shown, guesses })}`;
  const secretsIn = async (fields: FieldText[]) => countedNames(await secretsAmong(fields, mask));
  const prior = await secretsIn(options.prior.map(([name, value]) => ({ name, value })));
  const guessed = await secretsIn(fieldsOf(guesses));
  if (example !== null) {
    const secrets = joined(prior, guessed);
    return [{ label: "Link to this example and step", link, note: null, secrets, hasText: false }];
  }
  // A link can't carry a file, and one without any data leads nowhere.
  if (input.kind !== "text") return [];
  const all = { part: "all", block: 0, keep: USUAL, masked: null, form: "", remark: "" } as const;
  const written = hasBlocks(session) ? await session.reader.exportBlocks(all, onProgress, signal) : null;
  const read = written === null ? prior : namesOf(written.maskCounts, "masked");
  const said = countedNames(await secretsSaid(input.text, mask));
  const secrets = joined(joined(read, guessed), said);
  return [{ label: "Link including your data", link, note: null, secrets, hasText: true }];
}
