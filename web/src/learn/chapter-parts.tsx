/** What a chapter has on the screen as on a page without scripts. */
import { Fragment } from "react";
import { Note } from "../ui/layout";
import type { Chapter } from "./chapters/chapter";
import { CHAPTERS } from "./chapters/chapters";
import { Heading } from "./heading";
import { Fact } from "./live/facts";
import { S } from "./marked";
import { Term } from "./reference/links";

/** The text is rendered in two places, each of which leaves out the other's part. */
const LEFT_OUT = () => null;
export const BEFORE = { h2: Heading, S, Fact, Term, Before: Fragment, After: LEFT_OUT };
export const AFTER = { h2: Heading, S, Fact, Term, Before: LEFT_OUT, After: Fragment };

/** The chapter's number, and the sections that it covers. */
export function Sections({ of }: { of: Chapter }) {
  return (
    <Note>
      Chapter {CHAPTERS.indexOf(of)}
      {of.sections.map((section) => (
        <Fragment key={section}>
          {" · "}
          <S at={section} />
        </Fragment>
      ))}
    </Note>
  );
}
