/** RFC 7541 Appendix B as a tree that the reader walks bit by bit, along a text or freely. */
import { clsx } from "clsx";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CodeRow } from "../../../engine/types";
import { useFunctions } from "../../../session/inspector";
import { Button } from "../../../ui/button";
import { counted } from "../../../ui/figures";
import { Note, Row } from "../../../ui/layout";
import { TextField } from "../../../ui/text-field";
import { Marked } from "../../marked";
import { bitsOf, utf8Bytes } from "../../wire";
import { Widget } from "../parts";
import { canonical, symbolOf, type Walk, walk } from "./code";
import styles from "./code-tree.module.css";
import { Tape } from "./tape";

/** Longer texts are truncated: the tape shows every bit. */
const MOST_BYTES = 60;

export function CodeTree({ text: initial = "no-cache" }: { text?: string }) {
  const [text, setText] = useState(initial);
  const [free, setFree] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const rows = useFunctions((core) => core.appendices().huffmanCode);
  const bytes = useMemo(() => utf8Bytes(text).subarray(0, MOST_BYTES), [text]);
  const coded = useFunctions((core) => core.huffmanEncode(bytes).coded);
  const codes = useMemo(() => (rows === null ? null : canonical(rows)), [rows]);
  if (codes === null || coded === null) return null;
  const bits = free ?? bitsOf(coded);
  const { steps } = walk(codes, bits);
  const walked = walk(codes, bits.slice(0, at));
  const isLast = walked.eos || at >= bits.length;

  function restart() {
    setFree(null);
    setAt(0);
  }

  /** Takes the branch `bit` after the first `from` bits. */
  function take(bit: string, from: number) {
    if (bits[from] !== bit) setFree(bits.slice(0, from) + bit);
    setAt(from + 1);
  }

  return (
    <Widget name="The code tree">
      <TextField
        label="Text to follow"
        value={text}
        onChange={(text) => {
          setText(text);
          restart();
        }}
      />
      <Tape
        bits={bits}
        codes={steps.map(({ row, from, to }) => ({ from, to, shown: symbolOf(row) }))}
        rest={free === null ? "padding" : "open"}
        at={at}
      />
      <Row>
        <Button disabled={isLast} onClick={() => setAt(at + 1)}>
          Next bit
        </Button>
        <Button disabled={isLast} onClick={() => setAt(steps.find(({ to }) => to > at)?.to ?? bits.length)}>
          Next code
        </Button>
        <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
          Back one bit
        </Button>
        <Button disabled={at === 0 && free === null} onClick={restart}>
          {free === null ? "Back to the start" : "Back to the text"}
        </Button>
      </Row>
      <p role="status">
        <Marked text={whereIs(codes, walked, free === null && at >= bits.length)} />
      </p>
      <Path codes={codes} walked={walked} onTake={(bit, depth) => take(bit, at - pathOf(walked).length + depth)} />
      {free === null && (
        <Note>
          {counted(bytes.length, "byte")} as plain text, {counted(coded.length, "byte")} coded.
        </Note>
      )}
    </Widget>
  );
}

/** The walk's position, in words. */
function whereIs(codes: CodeRow[], { steps, open, eos }: Walk, isEnd: boolean): string {
  const last = steps.at(-1)?.row;
  if (eos) return "EOS: thirty ones. A string must not contain it; a decoder that reads it reports an error.";
  if (isEnd && open !== "") {
    return `Padding: \`${open}\`, ${counted(open.length, "one")}. EOS begins like this, and no code as short as that consists of ones alone.`;
  }
  if (open !== "") return `\`${open}\`: ${counted(below(codes, open).length, "symbol")} left`;
  if (last === undefined) return "At the root: every code begins here.";
  const next = isEnd
    ? "the last code ends with its byte, so there is no padding"
    : "the next bit starts at the root again";
  return `\`${last.code}\` is \`${symbolOf(last)}\`; ${next}.`;
}

function below(rows: readonly CodeRow[], path: string): CodeRow[] {
  return rows.filter(({ code }) => code.startsWith(path));
}

/** From the root to the node reached; at a leaf its path stays, until the next bit. */
function pathOf({ open, steps }: Walk): string {
  return open || (steps.at(-1)?.row.code ?? "");
}

/** Number of symbols shown for a branch with more. */
const SAMPLE = 5;

/** At each node both branches, and the symbols below them. */
function Path(props: { codes: CodeRow[]; walked: Walk; onTake: (bit: string, depth: number) => void }) {
  const { codes, walked } = props;
  const path = pathOf(walked);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its end stays in sight as it grows, without moving the page
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [path]);
  const depth = walked.open === "" && path !== "" ? path.length : path.length + 1;
  const nodes = Array.from({ length: depth }, (_, depth) => path.slice(0, depth));
  return (
    <div ref={box} className={clsx("scroll", styles.path)} role="group" aria-label="Branches from the root">
      {nodes
        .flatMap((node) => [`${node}0`, `${node}1`])
        .map((branch) => {
          const symbols = below(codes, branch).map(symbolOf);
          const bit = branch.slice(-1);
          return (
            <Button
              key={branch}
              className={styles.branch}
              aria-pressed={path.startsWith(branch)}
              onClick={() => props.onTake(bit, branch.length - 1)}
            >
              <strong>{bit}</strong> {symbols.slice(0, SAMPLE).join(" ")}
              {symbols.length > SAMPLE && <span className="dim"> … {symbols.length} symbols</span>}
            </Button>
          );
        })}
    </div>
  );
}
