/** RFC 7541 Appendix B as a tree that the reader walks bit by bit, freely or along a text. */

import { type KeyboardEvent, useMemo, useState } from "react";
import type { CodeRow } from "../../../engine/types";
import { useFunctions } from "../../../inspector/inspector";
import { Button } from "../../../ui/button";
import { Wrong } from "../../../ui/control";
import { counted } from "../../../ui/figures";
import { Note } from "../../../ui/layout";
import { TextField } from "../../../ui/text-field";
import { bytesOf, Controls, Widget } from "../parts";
import { below, bitsOf, canonical, symbolOf, type Walk, walk } from "./code";
import styles from "./code-tree.module.css";
import { Path } from "./path";
import { Tape } from "./tape";

/** Longer texts are truncated: the tape shows every bit. */
const MOST_BYTES = 200;

export function CodeTree({ text: initial = "no-cache" }: { text?: string }) {
  const [text, setText] = useState(initial);
  const [free, setFree] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const rows = useFunctions((core) => core.appendices().huffmanCode);
  const bytes = useMemo(() => bytesOf(text).subarray(0, MOST_BYTES), [text]);
  const coded = useFunctions((core) => core.huffmanEncode(bytes).coded);
  const codes = useMemo(() => (rows === null ? null : canonical(rows)), [rows]);
  if (codes === null || coded === null) return null;
  const bits = free ?? bitsOf(coded);
  const walked = walk(codes, bits.slice(0, at));
  const ended = walked.eos || (free === null && at >= bits.length);

  const take = (bit: "0" | "1") => {
    if (ended) return;
    if (bits[at] !== bit) setFree(bits.slice(0, at) + bit);
    setAt(at + 1);
  };
  const restart = () => {
    setFree(null);
    setAt(0);
  };
  const isLast = ended || at >= bits.length;
  const nextCode = () => setAt(walk(codes, bits).steps.find(({ to }) => to > at)?.to ?? bits.length);
  const moves: { title: string; key: string; off: boolean; go: () => void }[] = [
    { title: "Take 0", key: "0", off: ended, go: () => take("0") },
    { title: "Take 1", key: "1", off: ended, go: () => take("1") },
    { title: "Next bit", key: "ArrowRight", off: isLast, go: () => setAt(at + 1) },
    { title: "Next code", key: "End", off: isLast, go: nextCode },
    { title: "Back one bit", key: "ArrowLeft", off: at === 0, go: () => setAt(at - 1) },
    {
      title: free === null ? "Back to the start" : "Back to the text",
      key: "Home",
      off: at === 0 && free === null,
      go: restart,
    },
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves.find(({ key }) => key === event.key);
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!move.off) move.go();
  };

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
      <Tape rows={codes} bits={bits} isText={free === null} at={at} />
      <div className={styles.tree} role="group" aria-label="Walk: 0, 1, arrow keys" tabIndex={0} onKeyDown={onKeyDown}>
        <Controls>
          {moves.map(({ title, key, off, go }) => (
            <Button key={key} disabled={off} onClick={go}>
              {title}
            </Button>
          ))}
        </Controls>
        <p role="status">
          <Where codes={codes} walked={walked} isEnd={free === null && at >= bits.length} />
        </p>
        <Path codes={codes} walked={walked} onTake={take} />
      </div>
      {free === null && (
        <Note>
          {counted(bytes.length, "byte")} as plain text, {counted(coded.length, "byte")} coded.
        </Note>
      )}
    </Widget>
  );
}

/** The walk's position, in words. */
function Where({ codes, walked, isEnd }: { codes: CodeRow[]; walked: Walk; isEnd: boolean }) {
  const { steps, open, eos } = walked;
  const last = steps.at(-1);
  if (eos) {
    return (
      <>
        <strong>
          <Wrong>EOS</Wrong>
        </strong>
        : thirty ones. A string must not contain it; a decoder that reads it reports an error.
      </>
    );
  }
  if (open === "") {
    if (last === undefined)
      return isEnd ? <>The empty string takes no bits.</> : <>At the root: every code begins here.</>;
    return (
      <>
        <code>{last.row.code}</code> is <strong className="mono">{symbolOf(last.row)}</strong>
        {isEnd
          ? ": the last code ends on a byte boundary, so there is no padding."
          : "; the next bit starts at the root again."}
      </>
    );
  }
  if (isEnd) {
    return (
      <>
        Padding: <code>{open}</code>, {counted(open.length, "one")}. EOS begins like this, and no code as short as that
        consists of ones alone.
      </>
    );
  }
  const left = below(codes, open);
  return (
    <>
      <code>{open}</code>: {counted(left.length, "symbol")} left
    </>
  );
}
