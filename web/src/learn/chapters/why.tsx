/** Why HTTP/2 has a compression of its own for header fields. */
import { exampleText } from "../../examples/examples";
import { saved } from "../../ui/figures";
import { decodeOctet } from "../exercises/decode-octet";
import { Fact } from "../live/facts";
import { S } from "../marked";
import type { Chapter, LearnExample } from "./chapter";

const requests = exampleText("capture-chromium")
  .split("\n")
  .filter((line) => line.startsWith("> stream"))
  .slice(0, 3);

const BROWSER: LearnExample = {
  id: "browser",
  title: "Three requests of a browser",
  text: `# Chromium to nginx: a page, its style sheet, its script\n${requests.join("\n\n")}\n`,
  about:
    "The first three requests that Chromium sent on one connection: for a page, its style sheet and its script. " +
    "Choose any line, here or in the inspector.",
  walk: [
    [
      [
        1,
        "`:method: GET`, whole, in one octet. The static table, which both sides know by heart, holds it at index 2.",
      ],
      [
        13,
        "`:authority`: the name is static index 1, the host is spelled out, and the pair goes into the dynamic table.",
      ],
      [1, "`:scheme: https`: static index 7."],
      [1, "`:path: /`: static index 4."],
      [44, "`sec-ch-ua` is in no table: name and value are both spelled out, Huffman-coded, and remembered."],
      [16, "`sec-ch-ua-mobile: ?0`, spelled out and remembered."],
      [23, '`sec-ch-ua-platform: "Linux"`, spelled out and remembered.'],
      [22, "`upgrade-insecure-requests: 1`. It is remembered although the next two requests have no use for it."],
      [85, "`user-agent`: the name by index, 101 characters of value in 82 octets of Huffman code. Paid once."],
      [110, "`accept`, as long as only a page's is."],
      [16, "`sec-fetch-site: none`: nothing led here but the person."],
      [19, "`sec-fetch-mode: navigate`."],
      [15, "`sec-fetch-user: ?1`."],
      [19, "`sec-fetch-dest: document`."],
      [
        20,
        "`accept-encoding`. The static table holds this name with `gzip, deflate`, which is not what Chromium says.",
      ],
      [13, "`accept-language`."],
      [14, "`priority: u=0, i`, the field of RFC 9218 §5. The block ends here."],
    ],
    [
      [1, "`:method: GET` again: the static table never changes."],
      [1, "`:authority`, now one octet: the entry that the first request made is index 75 at this moment."],
      [1, "`:scheme: https`."],
      [9, "`:path` is spelled out and *not* remembered: a path seldom comes twice."],
      [1, "`sec-ch-ua-platform`: one octet for what took 23."],
      [1, "`user-agent`: one octet for what took 85."],
      [1, "`sec-ch-ua`: one octet for what took 44."],
      [1, "`sec-ch-ua-mobile`: one octet."],
      [16, "`accept` has another value for a style sheet: the value is spelled out, the name is not."],
      [11, "`sec-fetch-site: same-origin`. The name comes from an entry of the first request."],
      [8, "`sec-fetch-mode: no-cors`."],
      [7, "`sec-fetch-dest: style`."],
      [19, "`referer`, new, and remembered: the script will need it."],
      [1, "`accept-encoding`: one octet."],
      [1, "`accept-language`: one octet."],
      [6, "`priority: u=0`."],
    ],
    [
      [1, "`:method: GET`."],
      [1, "`:authority` is index 81 now. Every new entry pushes the older ones one place further."],
      [1, "`:scheme: https`."],
      [8, "`:path: /app.js`, spelled out."],
      [1, "`sec-ch-ua-platform`."],
      [1, "`user-agent`."],
      [1, "`sec-ch-ua`."],
      [1, "`sec-ch-ua-mobile`."],
      [5, "`accept: */*`, new."],
      [1, "`sec-fetch-site: same-origin`, remembered from the style sheet's request."],
      [1, "`sec-fetch-mode: no-cors`, likewise."],
      [7, "`sec-fetch-dest: script`."],
      [1, "`referer`: one octet."],
      [1, "`accept-encoding`."],
      [1, "`accept-language`."],
      [6, "`priority: u=2`."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        A browser tells a server the same things over and over. Its name and version, what it accepts, the page's
        address, its cookies: HTTP/1.1 spells all of it out in every request, as text.
      </p>
      <p>
        Beside this text stand the first three requests of a real connection. The fields of the first are{" "}
        <Fact of={BROWSER} is={({ plainOctets }) => plainOctets} /> octets as text; the block that carried them has{" "}
        <Fact of={BROWSER} is={({ octets }) => octets.length} />. The second goes from{" "}
        <Fact of={BROWSER} block={1} is={({ plainOctets }) => plainOctets} /> to{" "}
        <Fact of={BROWSER} block={1} is={({ octets }) => octets.length} />, the third from{" "}
        <Fact of={BROWSER} block={2} is={({ plainOctets }) => plainOctets} /> to{" "}
        <Fact of={BROWSER} block={2} is={({ octets }) => octets.length} />:{" "}
        <Fact of={BROWSER} block={2} is={(block) => saved(block.octets.length, block.plainOctets) ?? "nothing"} /> less.
        A request that fits into one packet does not wait for a second.
      </p>
      <p>
        HPACK does this by three means, and the coming chapters take them one by one: a table of fields that everybody
        knows, a table of fields that this connection has seen, and a fixed Huffman code for what is in neither{" "}
        <S at="1" />.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Why not simply deflate?</h2>
      <p>
        SPDY, from which HTTP/2 grew, did: it compressed header fields with zlib, and it compressed them well. But
        DEFLATE looks for repeated strings wherever they begin. Somebody who can make a browser send requests with
        strings of their choice, and can see how long the encrypted requests are, learns from the length whether their
        string repeats a part of a secret. One guessed character more, one octet less. The attack was called CRIME
        (CVE-2012-4929), and it read session cookies out of encrypted connections.
      </p>
      <p>
        HPACK gives that part of the gain away. It matches whole fields or whole names, never parts of a value; a guess
        at a cookie is right as a whole or tells nothing <S at="7.1" />. Why this is not quite the end of the matter,
        and what a careful sender does, is told in the chapter on sensitive fields.
      </p>
      <h2>What it costs</h2>
      <p>
        Both ends must hold the same table at the same moment. One block that is lost, skipped or misread, and every
        later index means something else. That is why header blocks are read in the order in which they were sent, why
        even the block of a refused request must be decoded, and why an error in a block ends the whole connection{" "}
        <S at="RFC 9113 §4.3" />.
      </p>
    </>
  );
}

export const WHY: Chapter = {
  id: "why",
  title: "Why HPACK",
  sections: ["1"],
  brief: "the same fields, again and again",
  examples: [BROWSER],
  Before,
  After,
  exercises: [decodeOctet({ id: "known-field", title: "Which field is this octet?", kinds: ["indexed"] })],
};
