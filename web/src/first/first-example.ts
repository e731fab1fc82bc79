/**
 * The first example with the worker's answers about it, which are computed when
 * the page is built and are in index.html: it is shown before the worker has
 * started.
 */
import { AnswerCache } from "../engine/answers";
import type { EngineClient } from "../engine/client";
import { withArrays, withoutArrays } from "../engine/plain-arrays";
import type { Reader } from "../engine/reader";
import type { MenuOption, Opened } from "../engine/types";
import { exampleById, FIRST_EXAMPLE, FIRST_TEXT } from "../examples/examples";
import { DEFAULT_OPTIONS } from "../session/options";
import { EMPTY_SESSION, type Input, openFinished, opening, type Session, withEngines } from "../session/session";
import { isServed } from "../ui/served";
import { SNAPSHOT_KEY, safeSessionStorage } from "../ui/storage";
import { idleOrUsed } from "./early";

/** Id of the element that holds the answers, as JSON. */
export const ANSWERS_ID = "first-answers";

export type FirstExample = {
  answer: Extract<Opened, { status: "ok" }>;
  /** Index of the selected row's block. */
  block: number;
  engines: MenuOption[];
  best: string;
  /** The other answers, by their questions. */
  answers: [question: string, answer: unknown][];
};

export function toJson(first: FirstExample): string {
  return JSON.stringify(first, withoutArrays);
}

/** Null if the address asks for something else, or the page was not built. */
export function findFirstExample(): FirstExample | null {
  if (isServed() || location.hash !== "" || safeSessionStorage.getItem(SNAPSHOT_KEY) !== null) return null;
  const json = document.getElementById(ANSWERS_ID)?.textContent;
  return json ? JSON.parse(json, withArrays) : null;
}

/** The session in which the first example is open. */
export function sessionOf(first: FirstExample, reader: Reader): Session {
  const { answer, block, engines, best } = first;
  const row = exampleById(FIRST_EXAMPLE)?.row ?? 0;
  const input: Input = { kind: "text", text: FIRST_TEXT };
  const begun = withEngines(opening(EMPTY_SESSION, input, FIRST_EXAMPLE, DEFAULT_OPTIONS), engines, best);
  return openFinished(begun, begun.opening, answer, reader, { block, row, error: false, byte: null });
}

/** Opens the first example in the page, and later in the worker. */
export function openFirst(first: FirstExample, client: EngineClient): Session {
  const answers = new AnswerCache(first.answers);
  const reader = client.openKnown(FIRST_TEXT, DEFAULT_OPTIONS, first.answer, answers, idleOrUsed());
  return sessionOf(first, reader);
}
