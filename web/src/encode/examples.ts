/** The builder's examples. */
import type { Composition, FieldText } from "../engine/types";
import { compositionOf, NOTHING } from "./composition";

export type BuildExample = { id: string; title: string; about: string; composition: Composition };

type Field = [name: string, value: string];

const fieldOf = ([name, value]: Field): FieldText => ({ name, value });

function built(blocks: Field[][], change: Partial<Composition> = {}, sensitive: string[] = []): Composition {
  return {
    ...compositionOf(NOTHING),
    ...change,
    blocks: blocks.map((fields) => ({
      changes: [],
      rows: fields.map((field) => ({ ...fieldOf(field), sensitive: sensitive.includes(field[0]) })),
    })),
  };
}

const head = (scheme: string, path: string, authority: string): Field[] => [
  [":method", "GET"],
  [":scheme", scheme],
  [":path", path],
  [":authority", authority],
];

const EXAMPLE = "www.example.com";

/** A browser's requests for a page and its style sheet. */
const browser = (path: string, accept: string, more: Field[]): Field[] => [
  [":method", "GET"],
  [":authority", "shop.example"],
  [":scheme", "https"],
  [":path", path],
  ["user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  ["accept", accept],
  ["accept-language", "en-GB,en;q=0.7"],
  ["accept-encoding", "gzip, deflate, br, zstd"],
  ...more,
  ["cookie", "id=4fbe81c2"],
  ["cookie", "theme=dark"],
];

export const BUILD_EXAMPLES: BuildExample[] = [
  {
    id: "c4",
    title: "RFC 7541 C.4",
    about: "Three requests over one table",
    composition: built([
      head("http", "/", EXAMPLE),
      [...head("http", "/", EXAMPLE), ["cache-control", "no-cache"]],
      [...head("https", "/index.html", EXAMPLE), ["custom-key", "custom-value"]],
    ]),
  },
  {
    id: "c6",
    title: "RFC 7541 C.6",
    about: "Three responses with a 256-byte table: entries are evicted",
    composition: built(
      [
        [
          [":status", "302"],
          ["cache-control", "private"],
          ["date", "Mon, 21 Oct 2013 20:13:21 GMT"],
          ["location", "https://www.example.com"],
        ],
        [
          [":status", "307"],
          ["cache-control", "private"],
          ["date", "Mon, 21 Oct 2013 20:13:21 GMT"],
          ["location", "https://www.example.com"],
        ],
        [
          [":status", "200"],
          ["cache-control", "private"],
          ["date", "Mon, 21 Oct 2013 20:13:22 GMT"],
          ["location", "https://www.example.com"],
          ["content-encoding", "gzip"],
          ["set-cookie", "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"],
        ],
      ],
      { limit: 256, policy: { indexing: "always", huffman: "always" } },
    ),
  },
  {
    id: "browser",
    title: "A browser's requests",
    about: "A page and its style sheet: what the second one saves",
    composition: built([
      browser("/", "text/html,application/xhtml+xml,*/*;q=0.8", [["upgrade-insecure-requests", "1"]]),
      browser("/style.css", "text/css,*/*;q=0.1", [["referer", "https://shop.example/"]]),
    ]),
  },
  {
    id: "response",
    title: "A response that sets a cookie",
    about: "With a sensitive field that must never be indexed",
    composition: built(
      [
        [
          [":status", "200"],
          ["date", "Sat, 21 Nov 2026 21:00:00 GMT"],
          ["content-type", "text/html; charset=utf-8"],
          ["cache-control", "private, no-store"],
          ["set-cookie", "session=8c41f0d2a97b; Secure; HttpOnly; SameSite=Lax"],
          ["strict-transport-security", "max-age=31536000"],
        ],
      ],
      {},
      ["set-cookie"],
    ),
  },
];
