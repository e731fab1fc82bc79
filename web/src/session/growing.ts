/** An input that grows while it is open. */
import { NO_READER } from "../engine/reader";
import type { Connection } from "../engine/types";
import type { Inspector } from "./inspector";
import { firstOf, START } from "./selection";
import { type Input, inputReplaced, type KeyLog, openFinished, pushUndo, withKeyLog } from "./session";

/** Names an input of which nothing has arrived. */
export function announceInput({ store }: Inspector, input: Input, keyLog: KeyLog | null): void {
  store.update((session) => {
    const replaced = inputReplaced(withKeyLog(pushUndo(session, input), keyLog), input);
    return { ...replaced, phase: { is: "settled" }, opened: null, reader: NO_READER, selection: START };
  });
}

/** Chooses the connection whose last block is to be selected; null to leave the selection as it is. */
export type Choose = (connections: Connection[]) => number | null;

/**
 * Reads what has arrived of the open input: nothing changes until it is read. Resolves to false if that has to be done
 * again, since the user changed something meanwhile.
 */
export async function grow(inspector: Inspector, input: Input, isWhole: boolean, choose: Choose): Promise<boolean> {
  const { client, store } = inspector;
  const { options, keyLog, opening } = store.get();
  const content = input.kind === "text" ? input.text : input.file;
  const found = await client.open(content, { ...options, growing: !isWhole }, keyLog?.file ?? null, () => {});
  if (found === null) return false;
  let { opened: answer, reader } = found;
  // What has arrived may be too little to be recognized.
  if (answer.status === "refused" && !isWhole) return true;
  const before = store.get();
  let selection = answer.status === "ok" && before.opened?.status === "ok" ? before.selection : START;
  let isSame = false;
  let chosen: number | null = null;
  if (answer.status === "ok") {
    const { connection, connections } = answer;
    const all = connections === null ? [] : await reader.get((known) => known.connections(0, connections));
    chosen = choose(all);
    const shown = before.opened?.status === "ok" ? before.opened.connection : connection;
    if (connections !== null && (chosen ?? shown) !== connection) {
      const other = await reader.selectConnection(chosen ?? shown);
      if (other === null) return false;
      answer = { ...answer, ...other.totals };
      reader = other.reader;
    }
    isSame = answer.connection === shown && before.reader !== NO_READER;
    const last = answer.blocks - 1;
    const block = chosen === null ? null : await reader.block(last);
    if (block !== null) selection = firstOf(block);
  }
  const now = store.get();
  if (now.opening !== opening || now.reader !== before.reader || now.selection !== before.selection) return false;
  if (isSame) reader = reader.after(before.reader);
  store.update((session) => {
    const grown = openFinished({ ...session, input }, opening, answer, reader, selection);
    if (!isSame) return grown;
    const { timeline, timing } = session;
    return {
      ...grown,
      timing,
      timeline: chosen === null ? timeline : { ...timeline, frame: null, frameWithoutBlock: null },
    };
  });
  return true;
}
