/** Figures in the text, from the engine that shows the example. */

import type { Tried, TriedBlock } from "../../engine/try-out";
import type { OpenOptions } from "../../engine/types";
import { useInspector } from "../../inspect/inspector";
import { DEFAULT_OPTIONS } from "../../session/options";
import { count } from "../../ui/figures";
import { useAnswer } from "../../ui/use-answer";
import type { LearnExample } from "../chapters/chapter";
import styles from "../learn.module.css";

/** A text decoded by itself, whatever the panes show; null before the answer. */
export function useTried(text: string, options: Partial<OpenOptions> = {}): Tried | null {
  const { client } = useInspector();
  const asked = JSON.stringify(options);
  return useAnswer(
    async (): Promise<Tried> => client.functions.tryOut(text, { ...DEFAULT_OPTIONS, ...JSON.parse(asked) }),
    [text, asked],
  );
}

/** A figure of one block of an example. */
export function Fact({
  of,
  block = 0,
  is,
}: {
  of: LearnExample;
  block?: number;
  is: (block: TriedBlock) => number | string;
}) {
  const tried = useTried(of.text, of.options);
  const found = tried?.status === "ok" ? tried.blocks[block] : undefined;
  if (found === undefined) return <span className={styles.fact}>…</span>;
  const figure = is(found);
  return <span className={styles.fact}>{typeof figure === "number" ? count(figure) : figure}</span>;
}
