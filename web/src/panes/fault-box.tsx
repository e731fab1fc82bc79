/** The error of a block: the byte, the bit, the rule, and its consequences. */

import type { Fault, Part } from "../engine/types";
import { useSelectedContent } from "../inspector/inspector";
import { Box } from "../ui/box";
import { Note, Stack } from "../ui/layout";
import { firstSentence, Section, SectionText, sentence } from "../ui/section";
import { ByteBits, digitsOf } from "./bits";

/** The bits at fault in the faulty byte; empty if it is the byte as a whole. */
export function faultyBits(fault: Fault, parts: readonly Part[]): ReadonlySet<number> {
  if (fault.code.startsWith("huffman-")) return new Set([fault.bit]);
  const integer = parts.find((part) => part.part === "integer" && part.start === fault.at);
  if (integer?.part !== "integer") return new Set();
  return new Set(integer.bits.flatMap(({ as }, place) => (as === "prefix" ? [place] : [])));
}

/** `parts` of the failing representation, as far as they could be read; `isBrief`: a verdict has the sentences. */
export function FaultBox(props: { fault: Fault; parts: readonly Part[]; isBrief?: boolean }) {
  const { fault, parts, isBrief = false } = props;
  const value = useSelectedContent()?.bytes[fault.at];
  const isBelow = parts.some((part) => part.part === "integer" && part.start === fault.at);
  const body = (
    <>
      <strong className="mono">{fault.code}</strong>
      {value === undefined ? (
        <Note>The block ends here; another byte should follow.</Note>
      ) : (
        !(isBrief && isBelow) && (
          <ByteBits
            byte={fault.at}
            value={value}
            bits={digitsOf(value).map((bit) => ({ bit, as: "faulty" as const }))}
            kind="error"
            marks={faultyBits(fault, parts)}
            words={<span className="dim">error here</span>}
          />
        )
      )}
    </>
  );
  const named = { role: "note", "aria-label": "Error" };
  if (isBrief) return <Stack {...named}>{body}</Stack>;
  const follows = fault.code === "cut" ? fault.advice : firstSentence(fault.advice)[0];
  return (
    <Box tone="error" className="small" {...named}>
      {body}
      <p>
        <SectionText text={`${sentence(fault.message)} ${follows}`} /> <Section section={fault.section} />
      </p>
    </Box>
  );
}
