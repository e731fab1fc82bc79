/**
 * The first example with the worker's answers about it, which are made when the page is built and stand in index.html:
 * it is shown before the worker is there.
 */
import { Answers } from "../engine/answers";
import type { EngineClient } from "../engine/client";
import { withArrays, withoutArrays } from "../engine/plain-arrays";
import type { Reader } from "../engine/reader";
import type { HuffmanEngine, Opened } from "../engine/types";
import { exampleById, FIRST_EXAMPLE, FIRST_TEXT } from "../examples/examples";
import { DEFAULT_OPTIONS } from "../session/options";
import { EMPTY_SESSION, type Input, opened, opening, type Session, withEngines } from "../session/session";
import { KEPT, tabKept } from "../session/storage";

/** Of the element that holds the answers, as JSON. */
export const ANSWERS_ID = "first-answers";

export type FirstExample = {
  answer: Extract<Opened, { status: "ok" }>;
  /** Number of the block of the selected row. */
  block: number;
  engines: HuffmanEngine[];
  best: string;
  /** The other answers, by their questions. */
  answers: [question: string, answer: unknown][];
};

export function toJson(first: FirstExample): string {
  return JSON.stringify(first, withoutArrays);
}

/** null if something else is asked for, or the page is not built. */
export function findFirstExample(): FirstExample | null {
  if (location.hash !== "" || tabKept.getItem(KEPT) !== null) return null;
  const json = document.getElementById(ANSWERS_ID)?.textContent;
  return json ? JSON.parse(json, withArrays) : null;
}

/** The session in which the first example is open. */
export function sessionOf(first: FirstExample, reader: Reader): Session {
  const { answer, block, engines, best } = first;
  const row = exampleById(FIRST_EXAMPLE)?.row ?? 0;
  const input: Input = { kind: "text", text: FIRST_TEXT };
  const begun = withEngines(opening(EMPTY_SESSION, input, FIRST_EXAMPLE, DEFAULT_OPTIONS), engines, best);
  return opened(begun, begun.opening, answer, reader, { block, row, fault: false, byte: null });
}

/** The same in the page, where the worker opens it too. */
export function openFirst(first: FirstExample, client: EngineClient): Session {
  const reader = client.openKnown(FIRST_TEXT, DEFAULT_OPTIONS, first.answer, new Answers(first.answers));
  return sessionOf(first, reader);
}
