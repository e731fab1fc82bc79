/** A lesson of 45 minutes, all exercises, and how to put a block on a page of one's own. */
import { Key } from "../capstone/worksheet";
import { Homework } from "../homework/homework";
import { Marked } from "../marked";
import { addressOf } from "../place";
import text from "./lesson.txt?raw";
import { PlaceLink } from "./links";
import { recordsOf } from "./records";

const LESSON = recordsOf(text);
const MINUTES = LESSON.reduce((sum, [minutes]) => sum + Number(minutes), 0);

const ELEMENT = `<script type="module" src="element.js"></script>
<hpack-inspector block="828684418cf1e3c2e5f23a6ba0ab90f4ff"></hpack-inspector>`;

export function Teacher() {
  return (
    <>
      <h2>A lesson of {MINUTES} minutes</h2>
      <ul>
        {LESSON.map(([minutes, place = "", words = ""]) => (
          <li key={place}>
            {minutes} minutes, <PlaceLink place={place} />: <Marked text={words} />
          </li>
        ))}
      </ul>
      <h2>On the projector</h2>
      <p>
        Press <kbd>p</kbd> in Inspect, Explain or Learn, or add <code>present=1</code> to the address: one part of a
        step at a time, in large type. Page keys, arrows and space go on, as a presenter’s remote does; <kbd>q</kbd>{" "}
        hides the answer of the next part until the next key, <kbd>b</kbd> blanks, Escape leaves.
      </p>
      <h2>On paper</h2>
      <p>
        The <a href={addressOf({ chapter: "handout" })}>handout</a> has the codes, the static table and the patterns of
        first bytes on one sheet of A4 or Letter.
      </p>
      <h2>Homework</h2>
      <p>
        Choose exercises: student 7 gets variant 7 of each, by a link. This page’s decoder checks the answers, in the
        browser: nothing is sent. A solved exercise shows a result code; paste the students’ codes here to see who has
        solved what. Printed, this page gives each student a sheet with room for the answers, or you the key.
      </p>
      <Homework />
      <h2>The capstone</h2>
      <p>
        The <a href={addressOf({ chapter: "capstone", exercise: "short", variant: 1 })}>short one</a> is a block of ten
        minutes in which every kind of representation occurs; the{" "}
        <a href={addressOf({ chapter: "capstone", exercise: "long", variant: 0 })}>long one</a> is RFC 7541 Appendix
        C.6, three blocks. <code>variant=7</code> in the address makes one of its own for student 7. Printed, it is a
        worksheet; the key is only here. Without paper, the student hands in the line that is shown at the end: it
        counts wrong answers, helps and steps that were shown.
      </p>
      <Key />
      <h2>A block on your own page</h2>
      <p>
        The element shows any block, with its bytes, fields and table. <code>npm run build:single</code> makes the two
        files that it needs; docs/embed.md has its attributes and messages.
      </p>
      <pre>
        <code>{ELEMENT}</code>
      </pre>
      <p>
        A link does it, too:{" "}
        <a href="#v=1&block=828684418cf1e3c2e5f23a6ba0ab90f4ff&panes=bytes,fields">bytes and fields of a block</a>.
      </p>
    </>
  );
}
