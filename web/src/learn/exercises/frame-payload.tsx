/** «How much of the block is in this frame?»: HEADERS with padding and priority (RFC 9113 §6.2). */
import { useMemo, useState } from "react";
import type { ExerciseKind, ExerciseSpec, FormProps, TaskBase } from "./exercise";
import { NumberField, numberOf } from "./number-field";
import { OctetLine } from "./octet-line";
import { randomOf } from "./random";
import { TaskForm } from "./task-form";
import { beginning, spelled } from "./wire";

/** RFC 9113 §6.2. */
const END_HEADERS = 0x04;
const PADDED = 0x08;
const PRIORITY = 0x20;
/** A frame's header, octets (RFC 9113 §4.1). */
const HEADER = 9;

type Task = TaskBase & { octets: number[]; block: number[]; padding: number | null; priority: boolean };

export const payloadKind: ExerciseKind<Task, number> = {
  generate(variant) {
    const random = randomOf(variant);
    const block = Array.from({ length: random.between(1, 6) }, () => beginning("indexed", random.between(2, 8))).flat();
    const sort = random.below(4);
    const padding = sort === 1 ? null : random.between(1, 6);
    const priority = sort !== 0;
    const payload = [
      ...(padding === null ? [] : [padding]),
      ...(priority ? [0, 0, 0, 0, random.between(0, 255)] : []),
      ...block,
      ...Array.from({ length: padding ?? 0 }, () => 0),
    ];
    const flags = END_HEADERS | (padding === null ? 0 : PADDED) | (priority ? PRIORITY : 0);
    const octets = [0, 0, payload.length, 1, flags, 0, 0, 0, 2 * random.between(0, 20) + 1, ...payload];
    const taken = [
      ...(padding === null ? [] : [`1 for the pad length, ${padding} for the padding`]),
      ...(priority ? ["5 for the priority"] : []),
    ];
    return {
      octets,
      block,
      padding,
      priority,
      ask: "This is a whole HEADERS frame. How many octets of the header block does it carry?",
      hints: [
        `The first three octets are the payload's length, here ${payload.length}. The frame's header has ${HEADER} octets, and they do not count.`,
        "The fifth octet holds the flags: 0x08 is PADDED, 0x20 is PRIORITY.",
        `Of ${payload.length} octets of payload go ${taken.join(", ")}.`,
      ],
      show: { text: spelled(octets), options: { content: "frames" } },
    };
  },
  model: ({ block }) => block.length,
  judge({ octets, block, padding, priority }, answer) {
    if (answer === block.length) {
      return { right: true, words: `The block is \`${spelled(block)}\`.` };
    }
    const payload = octets.length - HEADER;
    const around = (padding === null ? 0 : padding + 1) + (priority ? 5 : 0);
    if (answer === octets.length) return { right: false, words: "That is the whole frame, with its header." };
    if (answer === payload)
      return { right: false, words: "That is the whole payload: the flags say what else is in it." };
    if (padding !== null && answer === payload - around + padding)
      return { right: false, words: "The padding at the end is not part of the block." };
    if (padding !== null && answer === payload - around + 1)
      return { right: false, words: "The pad length has an octet of its own." };
    if (priority && answer === payload - around + 5)
      return { right: false, words: "With PRIORITY five octets come before the block: a stream and a weight." };
    return {
      right: false,
      words: `With ${answer} octets of block the payload would have ${answer + around}, and its length says ${payload}.`,
    };
  },
};

function Form({ variant, onVerdict }: FormProps) {
  const task = useMemo(() => payloadKind.generate(variant), [variant]);
  const [text, setText] = useState("");
  const answer = numberOf(text);
  return (
    <TaskForm
      task={task}
      judge={
        answer === null
          ? null
          : () =>
              payloadKind.judge(task, answer, () => {
                throw new Error("nothing to decode");
              })
      }
      onVerdict={onVerdict}
    >
      <OctetLine octets={task.octets} />
      <NumberField label="Octets of the block" value={text} onChange={setText} />
    </TaskForm>
  );
}

export const FRAME_PAYLOAD: ExerciseSpec = { id: "frame-payload", title: "What is the block's?", Form };
