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
  about: "One field, one after another, in each of the literals. The list that a reader gets is the same three times.",
  walk: [
    [
      [1, "`01` with index 32: `cookie`, to be remembered."],
      [1, "6 octets, not coded."],
      [6, "`id=7f3`. It is in the table now, where a guess can be compared with it."],
      [2, "`0000` with index 15 + 17 = 32: `cookie`, not to be remembered by *this* connection."],
      [1, "6 octets."],
      [6, "`id=7f3`. Whoever passes it on is free to index it on the next connection."],
      [2, "`0001` with index 32: never indexed, here or further on."],
      [1, "6 octets."],
      [6, "`id=7f3`. This representation is part of what is passed on."],
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
      [1, "`0001` with index 0: never indexed, with a name that follows."],
      [1, "8 octets, not coded."],
      [8, "`password`."],
      [1, "6 octets."],
      [6, "`secret`. The table is as empty afterwards as before."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        Encryption hides what a request says, but not how long it is. If an attacker can add a field of their own to
        somebody's requests, as a script on a foreign page can add a path or a query, then the table that both share
        becomes a question box. Send <code>cookie: id=000</code>. Was the request shorter than last time by a whole
        value? Then the guess is in the table, and it was right <S at="7.1" />.
      </p>
      <p>
        HPACK has made the question hard to ask: only whole values match, so a secret of any length cannot be guessed
        letter by letter, as it could with DEFLATE. A value of three digits, though, is found after a thousand guesses
        at most. Short and predictable secrets need another protection: not to be in the table at all.
      </p>
      <h2>Without indexing is not enough</h2>
      <p>
        A field <em>without indexing</em> says: not worth an entry. A proxy that decodes it and encodes it again for the
        next connection may think otherwise, and put it into a table there. <em>Never indexed</em> says: dangerous. Who
        passes the field on must use the same representation again <S at="6.2.3" />, <S at="7.1.3" />.
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
        The RFC leaves the choice of fields to the encoder, and names credentials, and values with little entropy, as
        reasons <S at="7.1.3" />. nghttp2, for one, marks <code>authorization</code> and short cookies as never indexed,
        and lets long cookies into the table: guessing twenty random characters at once is hopeless, and sending them
        again in full with every request is dear.
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
