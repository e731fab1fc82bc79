/** The worker's answers to what is tried: the newest, and what it says of blocks. */
import { useEffect, useMemo, useState } from "react";
import type { WhatIfAnswer, WhatIfMenu, WhatIfQuestion } from "../../engine/what-if-types";
import { useInspector, useSession } from "../../inspect/inspector";
import { useAnswer } from "../../ui/use-answer";

export function useWhatIfMenu(): WhatIfMenu | null {
  const { client } = useInspector();
  return useAnswer(() => client.core.whatIfMenu(), [client]);
}

/** What was tried, all through: it stays while the next is being tried. */
export type Tried = { question: WhatIfQuestion; answer: WhatIfAnswer; blocks: Uint32Array };

export type WhatIf = {
  /** What is known of the question so far, its curves above all. */
  answer: WhatIfAnswer | null;
  tried: Tried | null;
};

const NOTHING: WhatIf = { answer: null, tried: null };

export function useWhatIf(question: WhatIfQuestion): WhatIf {
  const { client } = useInspector();
  const opened = useSession((session) => session.opened);
  const [state, setState] = useState<WhatIf & { of: unknown }>({ ...NOTHING, of: opened });
  const words = JSON.stringify(question);
  useEffect(() => {
    const asked: WhatIfQuestion = JSON.parse(words);
    let live = true;
    let hasBlocks = false;
    async function hear(answer: WhatIfAnswer) {
      const blocks = answer.tried !== null && !hasBlocks ? await client.core.whatIfBlocks() : null;
      hasBlocks ||= blocks !== null;
      if (!live) return;
      setState(({ of, tried }) => {
        const held = of === opened && tried?.question.direction === asked.direction ? tried : null;
        const kept = held === null ? null : { ...held, answer: hasBlocks ? answer : held.answer };
        return { of: opened, answer, tried: blocks === null ? kept : { question: asked, answer, blocks } };
      });
    }
    client.whatIf(asked, hear).catch(() => {});
    return () => {
      live = false;
      client.core.stopWhatIf().catch(() => {});
    };
  }, [client, opened, words]);
  return useMemo(() => (state.of === opened ? state : NOTHING), [state, opened]);
}
