/** The text of a PDF that Chromium has printed: its objects are plain, and only its streams are packed. */
import { inflateSync } from "node:zlib";

export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf.toString("latin1"));
  const fonts = new Map<string, Map<string, string>>();
  const streams: string[] = [];
  for (const { dictionary, stream } of objects.values()) {
    for (const [, name = "", font = ""] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.dictionary ?? "")?.[1] ?? "";
      fonts.set(name, lettersOf(objects.get(map)?.stream ?? ""));
    }
    if (/\bT[jJ]\b/.test(stream)) streams.push(stream);
  }
  // Ligatures as their letters.
  return streams.map((stream) => shownIn(stream, fonts).normalize("NFKC")).join("\n");
}

function objectsOf(text: string): Map<string, { dictionary: string; stream: string }> {
  const found = [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)];
  return new Map(
    found.map(([, number = "", body = ""]) => {
      const begin = /\bstream\r?\n/.exec(body);
      const dictionary = body.slice(0, begin?.index);
      const isPacked = begin !== null && dictionary.includes("/FlateDecode") && !dictionary.includes("/Image");
      return [number, { dictionary, stream: isPacked ? inflated(body.slice(begin.index + begin[0].length)) : "" }];
    }),
  );
}

function inflated(packed: string): string {
  return inflateSync(Buffer.from(packed.replace(/\nendstream[\s\S]*$/, ""), "latin1")).toString("latin1");
}

/** The letters of a font's glyphs, by their numbers in hex. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  const letter = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, chars = ""] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = "", to = ""] of chars.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(glyph.toLowerCase(), letter(to));
  }
  for (const [, ranges = ""] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = "", to = "", first = ""] of ranges.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph += 1) {
        const code = Number.parseInt(first, 16) + glyph - Number.parseInt(from, 16);
        letters.set(glyph.toString(16).padStart(4, "0"), String.fromCharCode(code));
      }
    }
  }
  return letters;
}

/** The glyphs that a page's stream shows, in its order. */
function shownIn(stream: string, fonts: Map<string, Map<string, string>>): string {
  let font = new Map<string, string>();
  let text = "";
  for (const [, name, glyphs] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|(\[[^\]]*\] TJ|<\w+> Tj)/g)) {
    if (name !== undefined) font = fonts.get(name) ?? font;
    const shown = [...(glyphs ?? "").matchAll(/<(\w+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
    text += shown.map((glyph) => font.get(glyph.toLowerCase()) ?? "").join("");
  }
  return text;
}
