/// <reference lib="webworker" />
/** The worker's end of a link: runs calls by name, and turns failures into sentences. */
import { expose } from "comlink";
import type { Port } from "./core";
import { failing } from "./failures";

/** The message of the panic that ended the core. */
let panicked: string | null = null;
Object.assign(self, {
  hpackPanicked: (message: string) => {
    panicked = message;
  },
});

export function answerCalls(
  answer: (name: string, session: number | null, given: unknown[]) => Promise<unknown>,
): void {
  expose({
    async call(name, session, ...given) {
      try {
        return await answer(name, session, given);
      } catch (reason) {
        throw failing(name, reason, panicked);
      }
    },
  } satisfies Port);
}
