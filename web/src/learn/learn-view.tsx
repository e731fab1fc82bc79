/** The Learn view: chapters, each with a live inspector on its examples. */
import { type ReactNode, useEffect, useRef } from "react";
import type { LearnPlace } from "../address/link";
import { OpenedTitle } from "../explain/block-title";
import {
  type Inspector,
  InspectorContext,
  useInspector,
  usePageInspector,
  useReader,
  useSession,
} from "../session/inspector";
import { useOwnInspector } from "../session/own-inspector";
import type { Selection } from "../session/selection";
import { useCommandHandler } from "../ui/command-handlers";
import { useTitle } from "../ui/title";
import { useMedia } from "../ui/use-media";
import { ChapterText } from "./chapter-text";
import type { Chapter, LearnExample } from "./chapters/chapter";
import { CHAPTERS, chapterById } from "./chapters/chapters";
import { Contents } from "./contents";
import styles from "./learn.module.css";
import { ChapterContext } from "./live/facts";
import { useOpenTitle } from "./live/notes";
import { openShown } from "./live/show-button";
import { PlaceContext } from "./place";
import { pageById } from "./reference/pages";
import { ReferenceText } from "./reference/reference-text";

/** Windows with the contents next to the text. */
const ROOMY = "(min-width: 1280px)";

export default function LearnView(props: {
  place: LearnPlace;
  example: string | null;
  /** The step in the link. */
  row: number | null;
  /** Called when the reader selects another step or byte. */
  onStep: (row: number | null, byte: string | null) => void;
  /** What shows this view's inspector over the page. */
  children: ReactNode;
}) {
  const { place, example, row, onStep } = props;
  const main = usePageInspector();
  const inspector = useOwnInspector(main.client);
  const roomy = useMedia(ROOMY);
  useStepCommands(inspector);

  const chapter = chapterById(place.chapter) ?? CHAPTERS[0];
  const page = pageById(place.chapter);
  useTitle((page ?? chapter)?.title ?? "Learn", "Learn");
  if (chapter === undefined) return null;
  const shown = chapter.examples.find(({ id }) => id === example) ?? chapter.examples[0];
  return (
    <InspectorContext value={inspector}>
      {page === null && (
        <>
          <Opening example={shown} row={row} byte={place.byte} onStep={onStep} />
          <Titled chapter={chapter}>{props.children}</Titled>
        </>
      )}
      <div className={styles.learn}>
        {roomy && <Contents open={(page ?? chapter).id} />}
        {page === null ? (
          <PlaceContext value={place}>
            <ChapterContext value={chapter}>
              <ChapterText
                key={chapter.id}
                chapter={chapter}
                example={shown}
                exampleId={example}
                place={place}
                step={row}
                contents={!roomy}
              />
            </ChapterContext>
          </PlaceContext>
        ) : (
          <ReferenceText key={page.id} page={page} row={place.row} contents={!roomy} />
        )}
      </div>
    </InspectorContext>
  );
}

/** Names what is open for what shows it over the page. */
function Titled({ chapter, children }: { chapter: Chapter; children: ReactNode }) {
  const title = useOpenTitle(chapter);
  return <OpenedTitle value={title === null ? null : `${chapter.title} · ${title}`}>{children}</OpenedTitle>;
}

/** Step commands act on this view's inspector; wide content keeps the arrow keys to scroll. */
function useStepCommands(inspector: Inspector): void {
  const step = (by: 1 | -1) => (target: Element | null) => {
    if (target instanceof HTMLElement && target.tabIndex >= 0 && target.scrollWidth > target.clientWidth + 1) {
      return false;
    }
    return inspector.step(by);
  };
  useCommandHandler("previous-step", step(-1));
  useCommandHandler("next-step", step(1));
}

function byteOf({ block, byte }: Selection): string | null {
  return byte === null ? null : `${block + 1}-${byte}`;
}

/** Opens the example in this view's inspector, at the link's step or byte; keeps later ones in the address. */
function Opening(props: {
  example: LearnExample | undefined;
  row: number | null;
  byte: string | null;
  onStep: (row: number | null, byte: string | null) => void;
}) {
  const { example, row: step, onStep } = props;
  const inspector = useInspector();
  const reader = useReader();
  const selection = useSession((session) => session.selection);
  const isThat = useSession((session) => session.input.kind === "text" && session.input.text === example?.text);
  const begun = useRef({ reader, selection });
  /** Of the link; the address has each one that is selected later. */
  const linked = useRef(props.byte);
  useEffect(() => {
    if (begun.current.reader !== reader) begun.current = { reader, selection };
    else if (isThat && begun.current.selection !== selection) onStep(selection.row, byteOf(selection));
  }, [reader, selection, isThat, onStep]);
  useEffect(() => {
    if (example === undefined) return;
    const signal = inspector.begin();
    async function open(shown: LearnExample) {
      if (inspector.store.get().engines.length === 0) await inspector.loadEngines();
      await openShown(inspector, { ...shown, row: step ?? shown.row }, signal);
      const [block = 0, byte = 0] = linked.current?.split("-").map(Number) ?? [];
      if (linked.current !== null && !signal.aborted) inspector.selectByte(block - 1, byte);
    }
    open(example);
  }, [inspector, example, step]);
  return null;
}
