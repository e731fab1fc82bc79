/** «Find the error»: at which octet a block goes wrong, and against which rule. */
import { useMemo, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { hex } from "../../ui/figures";
import { useAnswer } from "../../ui/use-answer";
import type { ExerciseKind, ExerciseSpec, FormProps, TaskBase, TryOut } from "./exercise";
import { type FaultCode, makeFault, RULES } from "./faults";
import { randomOf } from "./random";
import { TaskForm, useTryOut } from "./task-form";

type Task = TaskBase & { code: FaultCode; codes: readonly FaultCode[] };
type Answer = { at: number; code: FaultCode };

export function errorKind(codes: readonly FaultCode[]): ExerciseKind<Task, Answer> {
  return {
    generate(variant) {
      const random = randomOf(variant);
      const code = random.pick(codes);
      const { text, hint } = makeFault(code, random);
      return {
        code,
        codes,
        ask: "A decoder stops in this block. Choose the faulty octet and the rule that is broken. Of a number that is wrong choose the first octet; where octets are missing, the end.",
        hints: [
          "Read from the left: which representation begins here, where does it end, where does the next begin?",
          hint,
          `The rule: ${RULES[code]}`,
        ],
        show: { text },
      };
    },
    async model(task, tryOut) {
      const fault = (await lastOf(task, tryOut)).fault;
      return { at: fault?.at ?? -1, code: task.code };
    },
    async judge(task, { at, code }, tryOut) {
      const { fault, octets, rows } = await lastOf(task, tryOut);
      if (fault === null) throw new Error("a task without its fault");
      if (at === fault.at && code === fault.code) {
        return { right: true, words: `\`${fault.code}\`: ${fault.message} ${fault.advice}` };
      }
      if (at !== fault.at) {
        const row = rows.find((row) => at >= row.start && at < row.end);
        if (row !== undefined) {
          const what = row.kind === "size-update" ? `a size update to ${row.size}` : `\`${row.name}: ${row.value}\``;
          return { right: false, words: `Octet ${at} belongs to ${what}, which is in order.` };
        }
        const where = at < fault.at ? "A decoder still goes on there." : "A decoder has stopped before it.";
        return { right: false, words: `${place(at, octets.length)} is not it. ${where}` };
      }
      return { right: false, words: `The place is right, the rule is another: ${RULES[code]}` };
    },
  };
}

function place(at: number, length: number): string {
  return at >= length ? "The end of the block" : `Octet ${at}`;
}

/** The task's last block: the one with the fault. */
async function lastOf(task: Task, tryOut: TryOut) {
  const tried = await tryOut(task.show?.text ?? "");
  const block = tried.status === "ok" ? tried.blocks.at(-1) : undefined;
  if (block === undefined) throw new Error("a task that can't be read");
  return block;
}

export function findError(props: { id: string; title: string; codes: readonly FaultCode[] }): ExerciseSpec & {
  of: ExerciseKind<Task, Answer>;
} {
  const of = errorKind(props.codes);
  function Form({ variant, onVerdict }: FormProps) {
    const task = useMemo(() => of.generate(variant), [variant]);
    const tryOut = useTryOut();
    const [at, setAt] = useState<string | null>(null);
    const [code, setCode] = useState<FaultCode | null>(null);
    const last = useAnswer(() => lastOf(task, tryOut), [task]);
    const before = (task.show?.text ?? "").split("\n\n").slice(0, -1);
    const announced = /SETTINGS_HEADER_TABLE_SIZE \d+/.exec(task.show?.text ?? "")?.[0];
    return (
      <TaskForm
        task={task}
        judge={at === null || code === null ? null : () => of.judge(task, { at: Number(at), code }, tryOut)}
        onVerdict={onVerdict}
      >
        {before.length > 0 && (
          <p>
            Before it came <code>{before.join(" · ").replaceAll("\n", " ")}</code>, which is in order
            {announced === undefined ? "" : `; then ${announced} was acknowledged`}.
          </p>
        )}
        <RadioGroup className="pick-octets" aria-label="The octet" orientation="horizontal" value={at} onChange={setAt}>
          {last?.octets.map((octet, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: octets have no other name than their place
            <Radio key={at} value={String(at)} className="pick-octet" aria-label={`octet ${at}: ${hex(octet)}`}>
              {hex(octet)}
            </Radio>
          ))}
          <Radio value={String(last?.octets.length ?? 0)} className="pick-octet">
            end
          </Radio>
        </RadioGroup>
        <RadioGroup
          className="rule-choices"
          aria-label="The rule"
          value={code}
          onChange={(value) => setCode(value as FaultCode)}
        >
          {task.codes.map((code) => (
            <Radio key={code} value={code} className="answer-choice">
              {RULES[code]}
            </Radio>
          ))}
        </RadioGroup>
      </TaskForm>
    );
  }
  return { id: props.id, title: props.title, Form, of };
}
