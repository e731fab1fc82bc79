/** “Which number do these bits hold?”: a byte in hex, and its last bits as a number. */
import { hex } from "../../ui/figures";
import { type ExerciseKind, oneNumber, right, type TaskBase, wrong } from "./exercise";
import { ByteLine } from "./given";
import { randomOf } from "./random";
import { binary } from "./wire";

type Task = TaskBase & { byte: number; bits: number; value: number };

export const readBits: ExerciseKind<Task, number> = {
  ...oneNumber("Number"),
  rule: "Each hex digit stands for four bits. From the right, the bits count 1, 2, 4, 8, 16, 32, 64.",
  given: ({ byte }) => <ByteLine bytes={[byte]} />,
  generate(variant) {
    const random = randomOf(variant);
    const bits = random.between(4, 7);
    const byte = random.between(1, 255);
    const value = byte % 2 ** bits;
    const digits = binary(byte);
    const ones = Array.from(digits.slice(8 - bits), (bit, at) => Number(bit) * 2 ** (bits - 1 - at)).filter(Boolean);
    return {
      byte,
      bits,
      value,
      ask: `Which number do the last ${bits} bits of this byte hold?`,
      hints: [
        `\`${hex(byte)}\` is ${digits.slice(0, 4)} ${digits.slice(4)}.`,
        `Its last ${bits} bits are ${digits.slice(8 - bits)}.`,
        ones.length === 0 ? "All of them are 0." : `They are ${ones.join(" + ")}.`,
      ],
      show: null,
    };
  },
  model: ({ value }) => value,
  judge: ({ byte, bits, value }, answer) =>
    answer === value
      ? right(`The last ${bits} bits are ${binary(byte).slice(8 - bits)}.`)
      : wrong(
          answer === byte
            ? "That is the whole byte."
            : `${answer} is ${answer.toString(2).padStart(bits, "0")} in bits.`,
        ),
};
