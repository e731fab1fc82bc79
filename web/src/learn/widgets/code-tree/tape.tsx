/** The bits that are walked, cut into codes; those before the place are done. */
import type { CodeRow } from "../../../engine/types";
import { symbolOf, walk } from "./code";
import "../../../inspect/characters.css";

export function Tape(props: {
  rows: CodeRow[];
  bits: string;
  isText: boolean;
  at: number;
  onGo: (at: number) => void;
}) {
  const { bits, at } = props;
  const { steps, open } = walk(props.rows, bits);
  const end = steps.at(-1)?.to ?? 0;
  const runs = steps.map(({ row, from, to }) => ({ from, to, shown: symbolOf(row), isCode: true }));
  if (open !== "")
    runs.push({ from: end, to: end + open.length, shown: props.isText ? "padding" : "open", isCode: false });
  if (runs.length === 0) return null;
  return (
    <ul className="characters tape" aria-label="Bits, code by code">
      {runs.map(({ from, to, shown, isCode }) => {
        const state = to <= at ? " done" : from <= at && at < to ? " current" : "";
        const digits = bits.slice(from, to);
        return (
          <li key={from} className={`character${isCode ? "" : " padding"}${state}`}>
            <button
              type="button"
              className="tape-code"
              // A pointer's short cut: the walk's own keys go everywhere.
              tabIndex={-1}
              title="Walk to its end"
              aria-current={state === " current" ? "step" : undefined}
              onClick={() => props.onGo(to)}
            >
              <span className="character-shown">{shown}</span>
              <span className="code">
                {Array.from(digits, (digit, place) => (
                  <span
                    // biome-ignore lint/suspicious/noArrayIndexKey: bits have no other name than their place
                    key={place}
                    className={`tape-bit${from + place < at ? " walked" : ""}${(from + place) % 8 === 0 && from + place > 0 ? " octet-start" : ""}`}
                  >
                    {digit}
                  </span>
                ))}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
