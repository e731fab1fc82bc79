/** The links that a view offers, each with the fields with secrets that it holds. */
import { type Composer, textWithoutSecrets } from "../encode/composer";
import type { Inspector } from "../inspect/inspector";
import { type EncodeTab, NO_LINK, printFragment, type View } from "../session/fragment";
import { type Secrets, secretsIn, type TellSecrets } from "../session/secrets";
import { isOpen, type Session } from "../session/session";
import { guessesOf } from "./guesses";

export type SharedLink = {
  label: string;
  link: string;
  /** What to know of it. */
  note: string | null;
  secrets: Secrets;
  /** Whether it may hold fields that could not be read. */
  isPart: boolean;
};

const NONE: Secrets = new Map();

export async function linksOf(
  view: View,
  tab: EncodeTab,
  { store, client }: Inspector,
  composer: Composer | null,
): Promise<SharedLink[]> {
  const base = location.href.replace(/#.*/, "");
  const session = store.get();
  const tell = client.functions.secretsAmong;
  if (view === "inspect") return inspectLinks(base, session, tell);
  const bar = { label: "Link to this page", link: location.href, note: "Same as the address bar.", isPart: false };
  if (view === "encode" && tab === "build" && composer !== null) return buildLinks(base, composer, tell);
  // What stands in the address then holds no fields: those are left out of it.
  return [{ ...bar, secrets: NONE }];
}

async function buildLinks(base: string, composer: Composer, tell: TellSecrets): Promise<SharedLink[]> {
  const { text, left } = await textWithoutSecrets(composer.store.get().building, tell);
  const link = async (composition: string | null, left: string[]) =>
    `${base}#${await printFragment({ ...NO_LINK, view: "encode", composition, left })}`;
  const whole: SharedLink = {
    label: "Link to these blocks",
    link: await link(composer.text(), []),
    note: null,
    secrets: left,
    isPart: false,
  };
  if (left.size === 0) return [whole];
  const bare = await link(text, [...left.keys()]);
  const note = "The values of those fields are left out. Same as the address bar.";
  return [whole, { label: "Link without sensitive values", link: bare, note, secrets: NONE, isPart: false }];
}

async function inspectLinks(base: string, session: Session, tell: TellSecrets): Promise<SharedLink[]> {
  const { input, example, options, selection, change } = session;
  const guesses = isOpen(session) ? await guessesOf(session.reader) : [];
  const common = { ...NO_LINK, options, row: selection.row, change, guesses };
  const prior = await secretsIn(
    options.prior.map(([name, value]) => ({ name, value })),
    tell,
  );
  const bare: SharedLink = {
    label: "Link without the input",
    link: `${base}#${await printFragment({ ...NO_LINK, options: { ...options, part: null } })}`,
    note: "Opens the page with these settings and no input.",
    secrets: prior,
    isPart: false,
  };
  if (example !== null) {
    const link = `${base}#${await printFragment({ ...common, example })}`;
    return [{ label: "Link to this example and step", link, note: null, secrets: prior, isPart: false }, bare];
  }
  if (input.kind !== "text") return [bare];
  const link = `${base}#${await printFragment({ ...common, text: input.text })}`;
  const secrets = isOpen(session) ? await session.reader.core.secrets("all", 0) : prior;
  const isPart = !isOpen(session) || session.opened.faults > 0 || session.opened.problems > 0;
  return [{ label: "Link with the input", link, note: null, secrets, isPart }, bare];
}
