/** Why HTTP/2 has a compression of its own for header fields. */
import { textOf } from "../../examples/texts";
import { decodeByte } from "../exercises/decode-byte";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./why.mdx";

const requests = textOf("capture-chromium")
  .split("\n")
  .filter((line) => line.startsWith("> stream"))
  .slice(0, 3);

const BROWSER: LearnExample = {
  id: "browser",
  title: "Three requests from a browser",
  text: `# Chromium to nginx: a page, its style sheet, its script\n${requests.join("\n\n")}\n`,
  about:
    "The first three requests that Chromium sent on one connection: for a page, its style sheet and its script. Choose any line, here or in the inspector.",
  walk: [
    [
      "1 `:method: GET`, the whole field in one byte. It is entry 2 of the static table, which both sides know in advance.",
      "13 `:authority`: the name is static index 1, the host is spelled out, and the field is added to the dynamic table.",
      "1 `:scheme: https`: static index 7.",
      "1 `:path: /`: static index 4.",
      "44 `sec-ch-ua` is in neither table: name and value are both spelled out, Huffman-coded, and added.",
      "16 `sec-ch-ua-mobile: ?0`, spelled out and added.",
      '23 `sec-ch-ua-platform: "Linux"`, spelled out and added.',
      "22 `upgrade-insecure-requests: 1`. It is added to the table, although the next two requests do not use it.",
      "85 `user-agent`: the name by index, the 101 characters of the value in 82 bytes of Huffman code. This is paid only once.",
      "110 `accept`, which is this long only in the request for a page.",
      "16 `sec-fetch-site: none`: the user opened the page directly.",
      "19 `sec-fetch-mode: navigate`.",
      "15 `sec-fetch-user: ?1`.",
      "19 `sec-fetch-dest: document`.",
      "20 `accept-encoding`. The static table has this name with `gzip, deflate`, but Chromium sends another value.",
      "13 `accept-language`.",
      "14 `priority: u=0, i`, the field of RFC 9218 §5. The block ends here.",
    ],
    [
      "1 `:method: GET` again: the static table never changes.",
      "1 `:authority`, now one byte: the entry that the first request added has index 75 at this moment.",
      "1 `:scheme: https`.",
      "9 `:path` is spelled out and *not* added: the same path seldom comes twice.",
      "1 `sec-ch-ua-platform`: one byte instead of 23.",
      "1 `user-agent`: one byte instead of 85.",
      "1 `sec-ch-ua`: one byte instead of 44.",
      "1 `sec-ch-ua-mobile`: one byte.",
      "16 `accept` has a different value for a style sheet: the value is spelled out, the name comes from the table.",
      "11 `sec-fetch-site: same-origin`. The name comes from an entry of the first request.",
      "8 `sec-fetch-mode: no-cors`.",
      "7 `sec-fetch-dest: style`.",
      "19 `referer` is new, and it is added: the request for the script will use it.",
      "1 `accept-encoding`: one byte.",
      "1 `accept-language`: one byte.",
      "6 `priority: u=0`.",
    ],
    [
      "1 `:method: GET`.",
      "1 `:authority` now has index 81. Every new entry moves the older ones one index further.",
      "1 `:scheme: https`.",
      "8 `:path: /app.js`, spelled out.",
      "1 `sec-ch-ua-platform`.",
      "1 `user-agent`.",
      "1 `sec-ch-ua`.",
      "1 `sec-ch-ua-mobile`.",
      "5 `accept: */*`, new.",
      "1 `sec-fetch-site: same-origin`, added by the request for the style sheet.",
      "1 `sec-fetch-mode: no-cors`, also added there.",
      "7 `sec-fetch-dest: script`.",
      "1 `referer`: one byte.",
      "1 `accept-encoding`.",
      "1 `accept-language`.",
      "6 `priority: u=2`.",
    ],
  ],
};

export const WHY: Chapter = {
  id: "why",
  title: "Why HPACK",
  sections: ["1"],
  brief: "the same fields, again and again",
  examples: [BROWSER],
  Text,
  exercises: [decodeByte({ id: "known-field", title: "Which index does this byte hold?", kinds: ["indexed"] })],
};
