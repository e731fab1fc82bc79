/** The worker's answers to what is tried: the newest, and its blocks. */
import { useMemo, useState } from "react";
import { AnswerCache } from "../../engine/answers";
import type { WhatIfNews } from "../../engine/core";
import type { Reader } from "../../engine/reader";
import type { WhatIfAnswer, WhatIfMenu, WhatIfQuestion } from "../../engine/types";
import { useCachedOrLast, useReader } from "../../session/inspector";
import { useJob } from "../../ui/use-job";

export function useWhatIfMenu(): WhatIfMenu | null {
  return useCachedOrLast((known) => known.whatIfMenu());
}

/**
 * The last completed trial, which stays during the next. The worker answers
 * about entries for the plan that it tried last, so they are kept with it.
 */
export type WhatIfResult = {
  question: WhatIfQuestion;
  answer: WhatIfAnswer;
  blocks: Uint32Array;
  entries: AnswerCache;
};

export type WhatIf = {
  /** The answer so far, its curves above all. */
  answer: WhatIfAnswer | null;
  tried: WhatIfResult | null;
};

const NOTHING: WhatIf = { answer: null, tried: null };

export function useWhatIf(question: WhatIfQuestion): WhatIf {
  const reader = useReader();
  const [state, setState] = useState<WhatIf & { of: Reader }>({ ...NOTHING, of: reader });
  const words = JSON.stringify(question);
  useJob(
    (signal) => {
      const asked: WhatIfQuestion = JSON.parse(words);
      const entries = new AnswerCache();
      function hear({ answer, blocks }: WhatIfNews) {
        setState(({ of, tried }) => {
          const held = of === reader && tried?.question.direction === asked.direction ? tried : null;
          const kept = held?.question === asked ? { ...held, answer } : held;
          return { of: reader, answer, tried: blocks === null ? kept : { question: asked, answer, blocks, entries } };
        });
      }
      return reader.whatIf(asked, hear, signal);
    },
    [reader, words],
  );
  return useMemo(() => (state.of === reader ? state : NOTHING), [state, reader]);
}
