/** The address as a function of the state. The other way, parseFragment says what an address means. */
import type { AppState } from "./app-state";
import { textWithoutSecrets } from "./encode/composer";
import { FIRST_EXAMPLE } from "./examples/examples";
import { type Link, NO_LINK, printFragment, serializeLink } from "./session/fragment";
import { countedNames, type MaskFields } from "./session/secrets";
import type { Session } from "./session/session";

/**
 * What comes after the “#”, or nothing. Values that `mask` changes stay out of it: they leave the page only when a
 * person shares them.
 */
export async function urlFromState(state: AppState, mask: MaskFields): Promise<string> {
  const url = unpackedUrl(state);
  if (url !== null) return url;
  const { text, left } = await textWithoutSecrets(state.composer.building, mask);
  return printFragment({ ...NO_LINK, view: "encode", composition: text, left: [...left.keys()] });
}

/** The same at once; null where it holds what is built, which has to be packed first. */
export function unpackedUrl(state: AppState): string | null {
  const { place, session } = state;
  const { view, tab } = place.link;
  if (view === "benchmark")
    return serializeLink({ ...NO_LINK, view, choice: state.bench.choice ?? state.bench.linked });
  if (view === "learn") return serializeLink({ ...NO_LINK, view, ...state.learn });
  if (view === "integers") {
    const { bytes, prefix } = place.link;
    return serializeLink({ ...NO_LINK, view, bytes, prefix });
  }
  if (view === "encode" && tab === "what-if") {
    return serializeLink({ ...linkOf(session), change: null, view, tab, whatIf: state.whatIf });
  }
  if (view === "encode") return null;
  const { named } = place;
  const settings = settingsOf(session);
  if (named?.input === session.input && named.settings === settings) return named.fragment;
  // What a person brought stands nowhere else, and the first example is there without an address.
  const isUsual = session.example === FIRST_EXAMPLE && settings === "";
  return session.example === null || isUsual ? "" : serializeLink(linkOf(session));
}

/** How what is open is decoded. */
export function settingsOf({ options, change }: Session): string {
  return serializeLink({ ...NO_LINK, options, change });
}

/** Entries that a person has typed, and places in a pasted text, are in no address, as what was pasted is not. */
function linkOf({ example, options, change }: Session): Link {
  const left = [...countedNames(options.prior.map(([name]) => ({ name }))).keys()];
  return { ...NO_LINK, example, options: { ...options, prior: [], part: null }, change, left };
}
