/**
 * Which fields hold a secret: what a person would not want in the browser's
 * history, or in a link without a word. Told by the name, or by what the value
 * looks like.
 */

/** Fields that are there to hold one. */
const NAMES = new Set([
  "authentication-info",
  "authorization",
  "cookie",
  "cookie2",
  "proxy-authentication-info",
  "proxy-authorization",
  "set-cookie",
  "set-cookie2",
]);

/** Parts of names that programs make up: x-api-key, x-auth-token, x-csrf-token, session-id, client-secret. */
const PART =
  /(?:^|[-_.])(?:api-?key|apikey|(?:access|auth|bearer|csrf|id|refresh|security|session|xsrf)?-?token|auth|credentials?|csrf|jwt|passw(?:or)?d|pwd|secret(?:-?key)?|session(?:-?id)?|sid|signature|xsrf)(?:$|[-_.])/;

/** Names that such a part stands in, and that hold none. */
const HARMLESS = new Set([
  "sec-websocket-key",
  "sec-token-binding",
  ":authority",
  "access-control-allow-credentials",
  "www-authenticate",
  "proxy-authenticate",
]);

/** A JSON Web Token: header and payload begin with `{"`, in base64url. */
const JWT = /(?:^|[^\w-])eyJ[\w-]{8,}\.eyJ[\w-]*/;
/** RFC 9110 §11.4: a scheme and its credentials. */
const SCHEME = /^\s*(?:basic|bearer|digest|negotiate|ntlm|hoba|mutual|dpop|token|apikey|aws4-hmac-sha256)\s+\S{6,}/i;
/** Tokens that say whose they are. */
const MARKED =
  /(?:^|[^\w-])(?:gh[opsur]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|sk-[\w-]{16,}|[rs]k_(?:live|test)_\w{10,}|xox[abeoprs]-[\w-]{10,}|ya29\.[\w-]{10,}|AKIA[A-Z0-9]{12,}|AIza[\w-]{30,})/;
/** A run of letters and digits that may be a token. */
const RUN = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
/** Names and passwords in an address, and parameters that hold a secret. */
const IN_ADDRESS =
  /:\/\/[^/\s:@]+:[^/\s@]+@|[?&;](?:access_token|api_?key|auth|code|id_token|key|password|secret|sid|sig(?:nature)?|token|x-amz-signature)=[^&\s]{6,}/i;

/** Fewer bits a letter than this is a word, or words joined. */
const BITS_PER_LETTER = 3.5;

/** Whether a field holds a secret, by its name or by what its value looks like. */
export function isSecret(name: string, value: string): boolean {
  const low = name.toLowerCase();
  if (NAMES.has(low)) return true;
  if (HARMLESS.has(low)) return JWT.test(value);
  return PART.test(low) || looksSecret(low, value);
}

function looksSecret(name: string, value: string): boolean {
  if (JWT.test(value) || SCHEME.test(value) || MARKED.test(value) || IN_ADDRESS.test(value)) return true;
  // What caches compare is random, and no secret.
  if (name === "etag" || name.startsWith("if-") || name === "sec-websocket-accept") return false;
  return (value.match(RUN) ?? []).some(isRandom);
}

/** Letters of both cases and digits mixed, or hex digits, with no more order than chance gives them. */
function isRandom(run: string): boolean {
  // The parts of a path or of joined words are looked at one by one.
  if (/[/_-]/.test(run) && run.split(/[/_-]/).every((part) => part.length < 20)) return isMixed(run) && !isWords(run);
  if (/^[\da-f]+$/i.test(run)) return run.length >= 32 && entropyOf(run) > 3;
  return isMixed(run) && entropyOf(run) > BITS_PER_LETTER;
}

function isMixed(run: string): boolean {
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

/** Joined parts that are each letters alone, or digits alone. */
function isWords(run: string): boolean {
  return run.split(/[/_-]/).every((part) => /^(?:[A-Za-z]*|\d*)$/.test(part));
}

/** Bits a letter, by how often each letter stands in it. */
function entropyOf(run: string): number {
  const times = new Map<string, number>();
  for (const letter of run) times.set(letter, (times.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of times.values()) bits -= (count / run.length) * Math.log2(count / run.length);
  return bits;
}

/** The names of the fields that hold secrets, each once, with how many there are. */
export type Secrets = ReadonlyMap<string, number>;

export function secretsIn(
  fields: Iterable<{ name: string; value: string }>,
  into = new Map<string, number>(),
): Secrets {
  for (const { name, value } of fields) {
    if (value === "" || !isSecret(name, value)) continue;
    const key = name.toLowerCase();
    into.set(key, (into.get(key) ?? 0) + 1);
  }
  return into;
}

/** Names that are listed; the others are counted. */
const LISTED = 8;

/** “cookie (3), authorization and x-api-key”; "" for none. */
export function wordsOfSecrets(secrets: Secrets): string {
  const words = [...secrets].map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
  const listed = words.length > LISTED ? [...words.slice(0, LISTED), `${words.length - LISTED} more`] : words;
  const last = listed.at(-1) ?? "";
  return listed.length < 2 ? last : `${listed.slice(0, -1).join(", ")} and ${last}`;
}
