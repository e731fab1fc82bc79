/** The address as a function of the state, and back. Loaded once there is an address to parse or to print. */

import { type Link, NO_LINK, type SessionLink } from "../address/link";
import { printFragment } from "../address/link-codec";
import { sessionLink } from "../address/session-link";
import { textWithoutSecrets } from "../encode/composer";
import { FIRST_EXAMPLE } from "../examples/examples";
import { countedNames, type MaskFields, USUAL } from "../session/secrets";
import { hasBlocks, isCapture, isOpening, type Session } from "../session/session";
import type { AppState } from "./app-state";

export { parseFragment, problemsOf } from "../address/link-codec";
export { parseSnapshot, printSnapshot } from "../address/tab-snapshot";

/** The first example opens without an address. */
const FIRST = `example=${FIRST_EXAMPLE}`;

/**
 * The address without its “#”. Values that `mask` changes stay out of it: they
 * leave the page only when the user shares them.
 */
export async function printAddress(state: AppState, mask: MaskFields): Promise<string> {
  const fragment = await printFragment(await linkOf(state, mask));
  return fragment === FIRST ? "" : fragment;
}

async function linkOf(state: AppState, mask: MaskFields): Promise<Link> {
  const { place, session, bench, composer, whatIf, learn } = state;
  const { view, tab, bytes, prefix, present } = place.link;
  const link: Link = { ...NO_LINK, view, present };
  switch (view) {
    case "benchmark":
      return { ...link, choice: bench.choice ?? bench.linked };
    case "learn":
      return { ...link, ...learn };
    case "integers":
      return { ...link, bytes, prefix };
    case "encode": {
      if (tab === "what-if") return { ...link, ...openLink(state), change: null, tab, whatIf };
      const { text, left } = await textWithoutSecrets(composer.building, mask);
      return { ...link, composition: text, left: [...left.keys()] };
    }
    case "inspect":
    case "explain":
      return withGuesses({ ...link, ...openLink(state) }, session, mask);
  }
}

/** The link to the session, with the names of the entries that it leaves out. */
function openLink({ session, place }: AppState): Partial<Link> {
  const link = sessionLink(session, place.sharedContent, place.link.view === "explain");
  const { prior } = session.options;
  const isLeft = link.options.prior === undefined && (link.example !== null || link.text !== null);
  return { ...link, left: isLeft ? [...countedNames(prior.map(([name]) => ({ name }))).keys()] : [] };
}

/** Adds the guesses that are allowed in an address, and the names of the others. */
async function withGuesses(link: Link, session: Session, mask: MaskFields): Promise<Link> {
  const hasUnknown = isCapture(session) || (hasBlocks(session) && session.options.start === "unknown");
  if (!hasUnknown || (link.example === null && link.text === null)) return link;
  const { fieldsOf, guessesOf } = await import("../share/guesses");
  const guesses = await guessesOf(session.reader);
  const fields = fieldsOf(guesses);
  const masked = fields.length === 0 ? [] : await mask(fields, USUAL);
  const isShown = fields.map(({ name, value }, at) => name === masked[at]?.name && value === masked[at]?.value);
  const left = countedNames(fields.filter((_, at) => !isShown[at]));
  return { ...link, guesses: guesses.filter((_, at) => isShown[at]), left: [...link.left, ...left.keys()] };
}

/** True if a link's input is open with the link's options; then at most the selection has to change. */
export function isInputOpen(link: SessionLink, { session, place }: AppState): boolean {
  const now = sessionLink(session, place.sharedContent);
  const input = ({ example, text, options, change }: SessionLink) => JSON.stringify([example, text, options, change]);
  const hasPlace = ({ row, block, error }: SessionLink) => (row ?? block ?? error) !== null;
  const isSame = session.opened?.status === "ok" && !isOpening(session) && input(link) === input(now);
  return isSame && (link.example ?? link.text) !== null && (hasPlace(link) || !hasPlace(now));
}
