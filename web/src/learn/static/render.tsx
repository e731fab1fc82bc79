/** Renders chapters and reference pages as HTML that needs no script, for the build. */
import { initSync } from "@wasm/hpack_inspector_wasm";
import { initSync as initCaptures } from "@wasm-captures/hpack_inspector_wasm";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { AnswerCache, cachedCalls } from "../../engine/answers";
import { FUNCTIONS } from "../../engine/calls";
import { EngineClient } from "../../engine/client";
import { Inspector, InspectorContext } from "../../session/inspector";
import type { Chapter } from "../chapters/chapter";
import { CHAPTERS } from "../chapters/chapters";
import { ChapterContext } from "../live/facts";
import { PlaceContext } from "../place";
import { PAGES, type Page } from "../reference/pages";
import { StaticChapter } from "./static-chapter";
import { StaticReference } from "./static-reference";

/** A page without its head; `name`: of the file, without its ending. */
export type StaticPage = { name: string; title: string; description: string; body: string };

const NOWHERE = { chapter: null, exercise: null, variant: null, heading: null, byte: null, row: null };

/** The two WebAssembly packages. */
export async function renderStaticPages(module: BufferSource, captures: BufferSource): Promise<StaticPage[]> {
  initSync({ module });
  initCaptures({ module: captures });
  const pending: Promise<unknown>[] = [];
  const known = cachedCalls<EngineClient["known"]>(new AnswerCache(), (name, given) => {
    const answer: Promise<unknown> = Reflect.apply(Reflect.get(FUNCTIONS, name), null, given);
    pending.push(answer);
    return answer;
  });
  const inspector = new Inspector(Object.assign(new EngineClient(), { known }));

  /** Drawn again until nothing is left to wait for: neither an answer, nor a part that is loaded when it is drawn. */
  async function draw(content: ReactNode): Promise<string> {
    const page = <InspectorContext value={inspector}>{content}</InspectorContext>;
    for (;;) {
      const html = renderToString(page);
      if (pending.length === 0 && !html.includes("data-loading")) return html;
      await Promise.allSettled(pending.splice(0));
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  const ofChapter = async (chapter: Chapter): Promise<StaticPage> => ({
    name: chapter.id,
    title: chapter.title,
    description: `${chapter.title}: ${chapter.brief}. A chapter about HPACK (RFC 7541), the header compression of HTTP/2.`,
    body: await draw(
      <ChapterContext value={chapter}>
        <PlaceContext value={{ ...NOWHERE, chapter: chapter.id }}>
          <StaticChapter chapter={chapter} />
        </PlaceContext>
      </ChapterContext>,
    ),
  });
  const ofPage = async (page: Page): Promise<StaticPage> => ({
    name: page.id,
    title: page.title,
    description: `${page.title}: a reference page about HPACK (RFC 7541), the header compression of HTTP/2.`,
    body: await draw(<StaticReference page={page} />),
  });
  const pages: StaticPage[] = [];
  for (const chapter of CHAPTERS) pages.push(await ofChapter(chapter));
  // What teachers get is for their own screen: it has the keys.
  for (const page of PAGES.filter(({ id }) => id !== "teacher")) pages.push(await ofPage(page));
  return pages;
}
