/** Sensitive fields, and why a representation is never indexed. */
import { fewestOctets } from "../exercises/fewest-octets";
import { S } from "../marked";
import { SecretGuess } from "../widgets/secret-guess/secret-guess";
import type { Chapter, LearnExample } from "./chapter";

const COOKIES: LearnExample = {
  id: "three-ways",
  title: "A cookie in three ways",
  text: "# cookie: id=7f3 three times over\n60 0669643d376633\n0f11 0669643d376633\n1f11 0669643d376633\n",
  options: { blocks: "blank" },
  row: 2,
  about: "The same field in each of the three literals. The header list is the same each time.",
  walk: [
    [
      [1, "`01` with index 32: `cookie`, to be added to the table."],
      [1, "6 bytes, not Huffman-coded."],
      [6, "`id=7f3`. It is in the table now, so a guess can be compared with it."],
      [2, "`0000` with index 15 + 17 = 32: `cookie`, not to be added on *this* connection."],
      [1, "6 bytes."],
      [6, "`id=7f3`. A proxy that forwards it is free to index it on the next connection."],
      [2, "`0001` with index 32: never indexed, neither here nor on later connections."],
      [1, "6 bytes."],
      [6, "`id=7f3`. A proxy that forwards it must use this representation again."],
    ],
  ],
};

const PASSWORD: LearnExample = {
  id: "c2-3",
  title: "RFC 7541 C.2.3",
  text: "# RFC 7541 C.2.3, literal never indexed\n10 08 70617373776f7264 06 736563726574\n",
  options: { blocks: "blank" },
  walk: [
    [
      [1, "`0001` with index 0: never indexed, and the name follows."],
      [1, "8 bytes, not Huffman-coded."],
      [8, "`password`."],
      [1, "6 bytes."],
      [6, "`secret`. The table is still empty afterwards."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        Encryption hides what a request says, but not how long it is. Suppose that an attacker can send requests on the
        connection that also carries the victim's, as when a proxy forwards the requests of many clients to a server
        over one connection. They all share one dynamic table, and the attacker can query it: send{" "}
        <code>cookie: id=000</code> and see how long the encrypted request is. If it is shorter than with other guesses
        by a whole value, then this field is in the table, and the guess was right <S at="7.1" />.
      </p>
      <p>
        A script on another website is not enough for that. It can choose the path of a request, but a path never
        matches a <code>cookie</code> entry, and browsers do not let scripts set the cookie field.
      </p>
      <p>
        HPACK makes guessing hard: only whole fields match, so a secret cannot be guessed character by character, as it
        could be with DEFLATE. A value of three digits, though, is found after at most a thousand guesses. Short or
        predictable secrets need more protection: they should not be in the table at all.
      </p>
      <h2>Without indexing is not enough</h2>
      <p>
        <em>Without indexing</em> means that a field is not worth an entry. A proxy that decodes it and encodes it again
        for the next connection may think otherwise and put it into a table there. <em>Never indexed</em> means that an
        entry would be dangerous: a proxy that forwards the field must use the same representation again{" "}
        <S at="6.2.3" />, <S at="7.1.3" />.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Be the attacker</h2>
      <SecretGuess />
      <h2>What senders do</h2>
      <p>
        The RFC leaves the choice of fields to the encoder, and names credentials and values with little entropy as
        candidates <S at="7.1.3" />. nghttp2, for example, writes <code>authorization</code> and short cookies as never
        indexed, and lets cookies of 20 bytes or more into the table: guessing twenty random characters at once is
        hopeless, and sending them in full with every request is expensive.
      </p>
    </>
  );
}

export const SENSITIVE: Chapter = {
  id: "sensitive",
  title: "Sensitive fields",
  sections: ["7.1"],
  brief: "guessing from lengths; never indexed",
  examples: [COOKIES, PASSWORD],
  Before,
  After,
  exercises: [fewestOctets({ id: "keep-it-out", title: "Keep it out of every table", sensitive: true })],
};
