/** The Learn view: a path of chapters, each with a live inspector on its examples. */
import { useEffect, useRef, useState } from "react";
import { Inspector, InspectorContext, useInspector } from "../inspect/inspector";
import type { LearnPlace } from "../session/fragment";
import { DEFAULT_OPTIONS } from "../session/options";
import { useTitle } from "../ui/title";
import { useMedia } from "../ui/use-media";
import { ChapterText } from "./chapter-text";
import type { LearnExample } from "./chapters/chapter";
import { CHAPTERS, chapterById } from "./chapters/chapters";
import { Contents } from "./contents";
import { MainInspectorContext } from "./live/main-inspector";
import "./learn.css";

/** Windows in which the contents stand beside the text. */
const ROOMY = "(min-width: 1280px)";

export default function LearnView({ place, example }: { place: LearnPlace; example: string | null }) {
  const main = useInspector();
  const [inspector] = useState(() => new Inspector());
  const roomy = useMedia(ROOMY);
  useEndAtLast(inspector);

  const chapter = chapterById(place.chapter) ?? CHAPTERS[0];
  useTitle(chapter?.title ?? "Learn", "Learn");
  if (chapter === undefined) return null;
  const shown = chapter.examples.find(({ id }) => id === example) ?? chapter.examples[0];
  return (
    <MainInspectorContext value={main}>
      <InspectorContext value={inspector}>
        <Opening example={shown} />
        <div className="learn">
          {roomy && <Contents chapter={chapter} />}
          <ChapterText key={chapter.id} chapter={chapter} example={shown} place={place} contents={!roomy} />
        </div>
      </InspectorContext>
    </MainInspectorContext>
  );
}

/** Ends the worker with the view; not where React takes effects away only to bring them back. */
function useEndAtLast(inspector: Inspector): void {
  const ending = useRef(0);
  useEffect(() => {
    clearTimeout(ending.current);
    return () => {
      ending.current = window.setTimeout(() => inspector.client.end());
    };
  }, [inspector]);
}

/** Opens the example in the inspector of this view. */
function Opening({ example }: { example: LearnExample | undefined }) {
  const inspector = useInspector();
  useEffect(() => {
    if (example === undefined) return;
    let live = true;
    async function open({ text, options, row }: LearnExample) {
      if (inspector.store.get().engines.length === 0) await inspector.loadEngines();
      if (!live) return;
      const { engine } = inspector.store.get().options;
      const change = { ...DEFAULT_OPTIONS, engine, ...options };
      await inspector.open({ kind: "text", text }, null, change, row ?? null);
    }
    open(example);
    return () => {
      live = false;
    };
  }, [inspector, example]);
  return null;
}
