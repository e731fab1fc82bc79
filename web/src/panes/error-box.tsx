/** The error of a block: the byte, the bit, the rule, and its consequences. */

import type { ErrorDetail, Part } from "../engine/types";
import { useSelectedContent } from "../session/inspector";
import { Box } from "../ui/box";
import { Note, Stack } from "../ui/layout";
import { firstSentence, Section, SectionText, sentence } from "../ui/section";
import { ByteBits, digitsOf } from "./bits";

/** The bits at error in the broken byte; empty if it is the byte as a whole. */
export function errorBits(error: ErrorDetail, parts: readonly Part[]): ReadonlySet<number> {
  if (error.code.startsWith("huffman-")) return new Set([error.bit]);
  const integer = parts.find((part) => part.part === "integer" && part.start === error.at);
  if (integer?.part !== "integer") return new Set();
  return new Set(integer.bits.flatMap(({ as }, place) => (as === "prefix" ? [place] : [])));
}

/** `parts` of the failing representation, as far as they could be read; `isBrief`: a verdict has the sentences. */
export function ErrorBox(props: { error: ErrorDetail; parts: readonly Part[]; isBrief?: boolean }) {
  const { error, parts, isBrief = false } = props;
  const value = useSelectedContent()?.bytes[error.at];
  const isBelow = parts.some((part) => part.part === "integer" && part.start === error.at);
  const body = (
    <>
      <strong className="mono">{error.code}</strong>
      {value === undefined ? (
        <Note>The block ends here; another byte should follow.</Note>
      ) : (
        !(isBrief && isBelow) && (
          <ByteBits
            byte={error.at}
            value={value}
            bits={digitsOf(value).map((bit) => ({ bit, as: "broken" as const }))}
            kind="error"
            marks={errorBits(error, parts)}
            words={<span className="dim">error here</span>}
          />
        )
      )}
    </>
  );
  const named = { role: "note", "aria-label": "Error" };
  if (isBrief) return <Stack {...named}>{body}</Stack>;
  const follows = error.code === "cut" ? error.advice : firstSentence(error.advice)[0];
  return (
    <Box tone="error" className="small" {...named}>
      {body}
      <p>
        <SectionText text={`${sentence(error.message)} ${follows}`} /> <Section section={error.section} />
      </p>
    </Box>
  );
}
