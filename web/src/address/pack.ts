/** Compresses text for links: deflate, then base64url (RFC 4648 §5) without padding. */

/** Longest text that a link may unpack to, characters: a small link must not fill the memory. */
export const LINK_TEXT_MAX = 8_000_000;

export async function pack(text: string): Promise<string> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  let letters = "";
  const CHUNK = 0x8000;
  for (let at = 0; at < bytes.length; at += CHUNK) {
    letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns `null` if the word can't be unpacked, or the text is longer than LINK_TEXT_MAX. */
export async function unpack(word: string): Promise<string | null> {
  try {
    const letters = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = inflated.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
      if (text.length > LINK_TEXT_MAX) {
        await reader.cancel();
        return null;
      }
    }
  } catch {
    return null;
  }
}
