/** Text with `bytes` in backticks, *stressed* words, and sections as “RFC 7541 §5.1”. */
import type { ReactNode } from "react";
import { Section as SectionLink, SectionText } from "../ui/section";

export function Marked({ text }: { text: string }): ReactNode {
  return text.split(/(`[^`]*`|\*[^*]+\*)/).map((part, number) => {
    const key = number;
    if (number % 2 === 0) return <SectionText key={key} text={part} />;
    const inner = part.slice(1, -1);
    return part.startsWith("`") ? <code key={key}>{inner}</code> : <em key={key}>{inner}</em>;
  });
}

/** A section of RFC 7541, or of another, as “RFC 9113 §6.10”. */
export function S({ at }: { at: string }) {
  return <SectionLink section={at.startsWith("RFC") ? at : `RFC 7541 §${at}`} />;
}
