/** A connection in a text of frames, “> ” before what the client sends and “< ” the server: all its bytes, explained. */
import { beginOpen, handle } from "./packages";
import { READS } from "./reads";
import type { FrameFilter, FramePart, OpenOptions, Sender, TableView } from "./types";
import { type ExplainedStep, type Frame, frameIn } from "./windows";

export type Message = {
  sender: Sender;
  /** Null for the preface. */
  frame: Frame | null;
  bytes: readonly number[];
  block: ExplainedBlock | null;
};

/** The block of a frame that carries the whole of it. */
export type ExplainedBlock = {
  /** Of the frame, before the block. */
  parts: readonly FramePart[];
  steps: readonly ExplainedStep[];
  before: TableView | null;
  after: TableView | null;
};

const ALL: FrameFilter = { stream: null, kind: null, blocks: false, sender: null, text: "" };
const MOST = 1000;

const PREFACE = 24;
/** Bytes of a frame's header. */
const HEADER = 9;

export async function readDialogue(text: string, options: OpenOptions): Promise<Message[]> {
  const of = await handle(true);
  try {
    beginOpen(of, options, new Uint8Array());
    of.inspector.push(new TextEncoder().encode(text));
    of.inspector.finishOpen();
    const window = READS.frames(of, ALL, 0, MOST);
    const left = { client: bytesAfter(">", text), server: bytesAfter("<", text), unknown: [] };
    const preface: Message = { sender: "client", frame: null, bytes: left.client.splice(0, PREFACE), block: null };
    return [
      preface,
      ...window.texts.flatMap((_, at): Message[] => {
        const frame = frameIn(window, at);
        if (frame === null) return [];
        const { sender, length, block } = frame;
        const bytes = left[sender].splice(0, HEADER + length);
        return [{ sender, frame, bytes, block: block === null ? null : explained(block) }];
      }),
    ];
  } finally {
    of.inspector.free();
  }

  function explained(block: number): ExplainedBlock {
    const steps = READS.steps(of, block, 0, MOST);
    const [before, after] = [READS.step(of, block, null, false), READS.step(of, block, lastOf(steps), false)];
    const parts = READS.content(of, block).framing?.frames[0]?.parts ?? [];
    return { parts, steps, before: before.table, after: after.table };
  }
}

function lastOf(steps: readonly ExplainedStep[]): number | null {
  return steps.at(-1)?.field?.row ?? null;
}

function bytesAfter(mark: string, text: string): number[] {
  const lines = text.split("\n").filter((line) => line.startsWith(`${mark} `));
  return (lines.join("").match(/[\da-f]{2}/g) ?? []).map((digits) => Number.parseInt(digits, 16));
}
