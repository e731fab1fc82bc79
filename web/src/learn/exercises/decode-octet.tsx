/** «Decode these octets»: which representation begins here, and with which number. */
import { useMemo, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import type { Kind } from "../../engine/types";
import { KIND_NAMES, KindMark } from "../../ui/kind";
import type { ExerciseKind, ExerciseSpec, FormProps, TaskBase } from "./exercise";
import { OctetLine } from "./octet-line";
import { randomOf } from "./random";
import { TaskForm, useTryOut } from "./task-form";
import { beginning, binary, literal, SHAPES, spelled } from "./wire";

type Task = TaskBase & { octets: number[]; kinds: readonly Kind[]; kind: Kind; number: number };
type Answer = { kind: Kind; number: number };

/** Highest number that fits the prefix, and the highest that is asked for in further octets. */
function most(kind: Kind, long: boolean): number {
  const fits = 2 ** SHAPES[kind].prefix - 2;
  if (kind === "size-update") return long ? 4096 : fits;
  return long ? 61 : Math.min(fits, 61);
}

export function decodeKind(kinds: readonly Kind[], long = false): ExerciseKind<Task, Answer> {
  return {
    generate(variant) {
      const random = randomOf(variant);
      const kind = random.pick(kinds);
      const number = random.between(kind === "indexed" ? 1 : 0, most(kind, long));
      const octets = beginning(kind, number);
      const { digits, prefix } = SHAPES[kind];
      const many = octets.length > 1;
      return {
        octets,
        kinds,
        kind,
        number,
        ask:
          kinds.length === 1
            ? `A block begins with this octet: an ${KIND_NAMES[kind]} field. Which index does it hold?`
            : `A representation begins with ${many ? "these octets" : "this octet"}. Which is it, and which number does it hold?`,
        hints: [
          "The place of the first 1 among the leading bits says which representation it is (RFC 7541 §6).",
          `It begins with \`${digits}\`: that is ${KIND_NAMES[kind]}. The other ${prefix} bits of the octet are the prefix of the number.`,
          many
            ? `All ${prefix} bits of the prefix are 1: it holds ${2 ** prefix - 1}, and the octets that follow are added, seven bits each, the lowest first.`
            : `The number is binary \`${binary(octets[0] ?? 0).slice(digits.length)}\`.`,
        ],
        show: { text: spelled(whole(kind, number)) },
      };
    },
    model: ({ kind, number }) => ({ kind, number }),
    async judge(task, answer, tryOut) {
      const { kind, number, octets } = task;
      const right = answer.kind === kind && answer.number === number;
      if (right) return { right, words: await whatItIs(task, tryOut) };
      const theirs = spelled(beginning(answer.kind, answer.number));
      const wrong = answer.kind !== kind ? "representation" : answer.kind === "size-update" ? "size" : "index";
      return {
        right,
        words: `${cap(KIND_NAMES[answer.kind])}, ${answer.number} would be \`${theirs}\`, and here stands \`${spelled(octets)}\`: the ${wrong} is another.`,
      };
    },
  };
}

function cap(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The beginning with what makes it a whole representation. */
function whole(kind: Kind, number: number): number[] {
  if (kind === "indexed" || kind === "size-update") return beginning(kind, number);
  return literal(kind, number === 0 ? "name" : number, "value");
}

async function whatItIs({ kind, number }: Task, tryOut: Parameters<ExerciseKind<Task, Answer>["judge"]>[2]) {
  if (kind === "size-update") return `The table's maximum becomes ${number} octets.`;
  const tried = await tryOut(spelled(whole(kind, number)));
  const row = tried.status === "ok" ? tried.blocks[0]?.rows[0] : undefined;
  if (row === undefined) return "";
  if (kind === "indexed") return `Index ${number} of the static table is \`${row.name}: ${row.value}\`.`;
  if (number === 0) return "With index 0 the name follows as a string literal, then the value.";
  return `The name is that of index ${number}, \`${row.name}\`; the value follows as a string literal.`;
}

export function decodeOctet(props: {
  id: string;
  title: string;
  kinds: readonly Kind[];
  /** Also numbers that the prefix does not hold. */
  long?: boolean;
}): ExerciseSpec & { of: ExerciseKind<Task, Answer> } {
  const of = decodeKind(props.kinds, props.long);
  function Form({ variant, onVerdict }: FormProps) {
    const task = useMemo(() => of.generate(variant), [variant]);
    const [kind, setKind] = useState<Kind | null>(props.kinds.length === 1 ? (props.kinds[0] ?? null) : null);
    const [number, setNumber] = useState("");
    const tryOut = useTryOut();
    const isWhole = kind !== null && /^\d{1,9}$/.test(number.trim());
    return (
      <TaskForm
        task={task}
        judge={isWhole ? () => of.judge(task, { kind, number: Number(number) }, tryOut) : null}
        onVerdict={onVerdict}
      >
        <OctetLine octets={task.octets} bits />
        {props.kinds.length > 1 && (
          <RadioGroup
            className="choices"
            aria-label="Representation"
            value={kind ?? ""}
            onChange={(value) => setKind(value as Kind)}
          >
            {props.kinds.map((kind) => (
              <Radio key={kind} value={kind} className={`answer-choice kind-${kind}`}>
                <KindMark kind={kind} /> {KIND_NAMES[kind]}
              </Radio>
            ))}
          </RadioGroup>
        )}
        <label className="answer">
          <span>{kind === "size-update" ? "New maximum, octets" : "Index"}</span>
          <input
            className="control mono"
            inputMode="numeric"
            autoComplete="off"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        </label>
      </TaskForm>
    );
  }
  return { id: props.id, title: props.title, Form, of };
}
