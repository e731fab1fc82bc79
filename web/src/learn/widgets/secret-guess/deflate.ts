/** Length of a request compressed with DEFLATE, as header fields were before HPACK. */

/**
 * With the fixed codes of RFC 1951 §3.2.6, which short requests get, the two
 * bytes of such a letter take 9 and 8 bits: each shifts the rest by one bit.
 * They match nothing in a request.
 */
const FILLERS = ["", "À", "ÀÁ", "ÀÁÂ", "ÀÁÂÃ", "ÀÁÂÃÄ", "ÀÁÂÃÄÅ", "ÀÁÂÃÄÅÆ"];

/** Number of requests for one guess: their sum shows differences of less than a byte. */
export const DEFLATE_REQUESTS = FILLERS.length;

/** The attacker chooses the path; the browser adds the cookie. No line but the cookie's ends in a digit. */
export function requestText(guess: string, cookie: string, filler = ""): string {
  const lines = [`GET /?${filler}${guess} HTTP/1.1`, "host: www.example.com", "user-agent: Mozilla (X11; Linux)"];
  return [...lines, `cookie: ${cookie}`, "", ""].join("\r\n");
}

async function deflatedBytes(text: string): Promise<number> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return (await new Response(deflated).arrayBuffer()).byteLength;
}

export async function deflatedRequests(guess: string, cookie: string): Promise<number> {
  const sizes = await Promise.all(FILLERS.map((filler) => deflatedBytes(requestText(guess, cookie, filler))));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
