/** What the address names and the chapter does not have. */
import { useEffect, useState } from "react";
import type { LearnPlace } from "../address/link";
import { useSession } from "../session/inspector";
import { hasBlocks } from "../session/session";
import { Box } from "../ui/box";
import { counted } from "../ui/figures";
import type { Chapter, LearnExample } from "./chapters/chapter";
import { chapterById } from "./chapters/chapters";

export function Lost(props: {
  place: LearnPlace;
  chapter: Chapter;
  example: LearnExample | undefined;
  exampleId: string | null;
  step: number | null;
}) {
  const { place, chapter, example, exampleId, step } = props;
  const { heading, exercise } = place;
  const rows = useSession((session) =>
    hasBlocks(session) && session.input.kind === "text" && session.input.text === example?.text
      ? session.opened.rows
      : Number.POSITIVE_INFINITY,
  );
  const [isHeading, setHeading] = useState(true);
  // Once the headings are drawn.
  useEffect(() => setHeading(heading === null || document.getElementById(heading) !== null), [heading]);
  const lost = [
    place.chapter !== null &&
      chapterById(place.chapter) === null &&
      `There is no chapter “${place.chapter}”. This is the first one.`,
    exampleId !== null &&
      example?.id !== exampleId &&
      `This chapter has no example “${exampleId}”. This is the first one.`,
    exercise !== null &&
      chapter.exercises.length > 0 &&
      chapter.exercises.every(({ id }) => id !== exercise) &&
      `This chapter has no exercise “${exercise}”.`,
    !isHeading && `This chapter has no heading “${heading}”.`,
    step !== null && step >= rows && `This example has ${counted(rows, "step")}; there is no step ${step + 1}.`,
  ].filter((words) => words !== false);
  return lost.map((words) => (
    <Box as="p" tone="error" role="alert" key={words}>
      {words}
    </Box>
  ));
}
