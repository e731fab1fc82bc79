/** Figures in the text, computed by the decoder that shows the example. */

import { createContext, useContext } from "react";
import type { StandaloneResult, TriedBlock } from "../../engine/try-out";
import type { OpenOptions } from "../../engine/types";
import { useFunctions } from "../../session/inspector";
import { DEFAULT_OPTIONS } from "../../session/options";
import { count, counted, saved } from "../../ui/figures";
import type { Chapter } from "../chapters/chapter";

/** Decodes a text independently of the panes; null before the answer. */
export function useTried(text: string, options: Partial<OpenOptions> = {}): StandaloneResult | null {
  return useFunctions((core) => core.decodeStandalone(text, { ...DEFAULT_OPTIONS, ...options }));
}

export const ChapterContext = createContext<Chapter | null>(null);

const FIGURES = {
  bytes: ({ bytes }: TriedBlock) => count(bytes.length),
  plainBytes: ({ plainBytes }: TriedBlock) => count(plainBytes),
  saved: ({ bytes, plainBytes }: TriedBlock) => saved(bytes.length, plainBytes) ?? "nothing",
  entries: ({ after }: TriedBlock) => counted(after.count, "entry", "entries"),
  size: ({ after }: TriedBlock) => counted(after.size, "byte"),
};

/** A figure of one block of an example, the first unless named; the table's are those after the block. */
export function Fact({ of, block = 0, is }: { of?: string; block?: number; is: keyof typeof FIGURES }) {
  const examples = useContext(ChapterContext)?.examples;
  const example = of === undefined ? examples?.[0] : examples?.find(({ id }) => id === of);
  const tried = useTried(example?.text ?? "", example?.options);
  const found = tried?.status === "ok" ? tried.blocks[block] : undefined;
  return <strong>{found === undefined ? "…" : FIGURES[is](found)}</strong>;
}
