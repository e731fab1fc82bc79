/** Guesses a secret from the sizes of the attacker's requests. */
import type { Functions } from "../../../engine/core";
import { DEFLATE_REQUESTS, deflatedRequests } from "./deflate";

export const SCHEMES = ["deflate", "hpack", "never"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Beginning of the cookie, which the attacker knows. */
export const KNOWN = "session=";

export type Probe = {
  guess: string;
  /** Total of the requests that it took. */
  bytes: number;
  /** The same with a secret unlike any guess: the attacker can compute it offline. */
  otherwise: number;
};

/** A secret as long, without digits or repetitions. */
function nothingLike(secret: string): string {
  return "kqvxyzbfgjpw".slice(0, secret.length);
}

/** Sizes of guesses; `core` encodes header blocks. */
export async function probe(
  core: Pick<Functions, "guess">,
  scheme: Scheme,
  secret: string,
  guesses: string[],
): Promise<Probe[]> {
  const sizes = await Promise.all(
    [secret, nothingLike(secret)].map((secret) =>
      scheme === "deflate"
        ? Promise.all(guesses.map((guess) => deflatedRequests(KNOWN + guess, KNOWN + secret)))
        : core
            .guess({
              secret: KNOWN + secret,
              guesses: guesses.map((guess) => KNOWN + guess),
              never: scheme === "never",
            })
            .then((guessed) => guessed.guesses),
    ),
  );
  return guesses.map((guess, at) => ({ guess, bytes: sizes[0]?.[at] ?? 0, otherwise: sizes[1]?.[at] ?? 0 }));
}

export function requestsOf(scheme: Scheme, guesses: number): number {
  return scheme === "deflate" ? guesses * DEFLATE_REQUESTS : guesses;
}

/** The guess that saves more than all others, against an unlike secret; null if none stands out. */
export function standsOut(probes: Probe[]): Probe | null {
  const gain = ({ bytes, otherwise }: Probe) => otherwise - bytes;
  const [best, next] = probes.toSorted((a, b) => gain(b) - gain(a));
  if (best === undefined || gain(best) <= 0) return null;
  return next === undefined || gain(best) > gain(next) ? best : null;
}

export function nextGuesses(found: string): string[] {
  return Array.from("0123456789", (digit) => found + digit);
}

export function allGuesses(digits: number): string[] {
  return Array.from({ length: 10 ** digits }, (_, number) => String(number).padStart(digits, "0"));
}

/** A secret of `digits` different digits: with repeated ones DEFLATE has more than one way to be short. */
export function draw(digits: number): string {
  const random = crypto.getRandomValues(new Uint32Array(10));
  const order = Array.from(random, (key, digit) => ({ key, digit })).toSorted((a, b) => a.key - b.key);
  return order
    .slice(0, digits)
    .map(({ digit }) => digit)
    .join("");
}
