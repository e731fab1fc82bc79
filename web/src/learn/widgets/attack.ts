/** Guesses a secret from the sizes of the attacker's requests. */
import type { Functions } from "../../engine/core";
import { randomOf } from "../exercises/random";

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

/**
 * With the fixed codes of RFC 1951 §3.2.6, which short requests get, the two
 * bytes of such a letter take 9 and 8 bits: each shifts the rest by one bit.
 * They match nothing in a request. The sum of the requests shows differences
 * of less than a byte.
 */
const FILLERS = ["", "À", "ÀÁ", "ÀÁÂ", "ÀÁÂÃ", "ÀÁÂÃÄ", "ÀÁÂÃÄÅ", "ÀÁÂÃÄÅÆ"];

/** Number of requests for one guess. */
export const requestsOf = (scheme: Scheme): number => (scheme === "deflate" ? FILLERS.length : 1);

/** The attacker chooses the path; the browser adds the cookie. No line but the cookie's ends in a digit. */
function requestText(guess: string, cookie: string, filler: string): string {
  const lines = [`GET /?${filler}${guess} HTTP/1.1`, "host: www.example.com", "user-agent: Mozilla (X11; Linux)"];
  return [...lines, `cookie: ${cookie}`, "", ""].join("\r\n");
}

/** Bytes of the requests, compressed as header fields were before HPACK. */
async function deflatedRequests(guess: string, cookie: string): Promise<number> {
  const sizes = FILLERS.map(async (filler) => {
    const text = new Blob([requestText(guess, cookie, filler)]).stream();
    const deflated = new Response(text.pipeThrough(new CompressionStream("deflate-raw")));
    return (await deflated.arrayBuffer()).byteLength;
  });
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

/** Sizes of guesses; `core` encodes header blocks. */
export async function probe(
  core: Pick<Functions, "guess">,
  scheme: Scheme,
  secret: string,
  guesses: string[],
): Promise<Probe[]> {
  const tried = guesses.map((guess) => KNOWN + guess);
  async function sizesWith(secret: string): Promise<readonly number[]> {
    const cookie = KNOWN + secret;
    if (scheme === "deflate") return Promise.all(tried.map((guess) => deflatedRequests(guess, cookie)));
    return (await core.guess({ secret: cookie, guesses: tried, never: scheme === "never" })).guesses;
  }
  // As long, without digits or repetitions.
  const unlike = "kqvxyzbfgjpw".slice(0, secret.length);
  const [sizes, others] = await Promise.all([sizesWith(secret), sizesWith(unlike)]);
  return guesses.map((guess, at) => ({ guess, bytes: sizes[at] ?? 0, otherwise: others[at] ?? 0 }));
}

/** Bytes by which a guess is shorter than it would be with an unlike secret. */
export const gainOf = ({ bytes, otherwise }: Probe): number => otherwise - bytes;

/** The guess that saves more than all others; null if none stands out. */
export function standsOut(probes: Probe[]): Probe | null {
  const [best, next] = probes.toSorted((a, b) => gainOf(b) - gainOf(a));
  if (best === undefined || gainOf(best) <= 0) return null;
  return next === undefined || gainOf(best) > gainOf(next) ? best : null;
}

export function nextGuesses(found: string): string[] {
  return Array.from("0123456789", (digit) => found + digit);
}

export function allGuesses(digits: number): string[] {
  return Array.from({ length: 10 ** digits }, (_, number) => String(number).padStart(digits, "0"));
}

/** A secret of `digits` different digits: with repeated ones DEFLATE has more than one way to be short. */
export function draw(digits: number): string {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  return randomOf(seed).shuffled(nextGuesses("")).slice(0, digits).join("");
}
