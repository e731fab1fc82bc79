/** A section of an RFC, as a link to its text. */

const SECTION = /RFC (\d+)\s*§\s*([\dA-Z.]+)/;

/** Address of a section such as “RFC 7541 §6.2.1”, or null for other text. */
export function sectionAddress(section: string): string | null {
  const found = SECTION.exec(section);
  if (found === null) return null;
  const number = (found[2] ?? "").replace(/\.$/, "");
  const anchor = /^[A-Z]/.test(number) ? `appendix-${number}` : `section-${number}`;
  return `https://www.rfc-editor.org/rfc/rfc${found[1]}#${anchor}`;
}

/** RFC 7541 is what the page is about: of its sections only the number is shown. */
export function Section({ section }: { section: string }) {
  const address = sectionAddress(section);
  const shown = section.replace(/^RFC 7541 /, "").replace(/^§(?=[A-Z])/, "Appendix ");
  if (address === null) return <span>{shown}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer" aria-label={shown === section ? undefined : `RFC 7541 ${shown}`}>
      {shown}
    </a>
  );
}

/** A sentence in which every “RFC … §…” is a link. */
export function SectionText({ text }: { text: string }) {
  const parts = text.split(/(RFC \d+\s*§\s*[\dA-Z]+(?:\.\d+)*)/);
  return <>{parts.map((part, number) => (number % 2 === 1 ? <Section key={number} section={part} /> : part))}</>;
}

/** A message with a capital letter and a full stop. */
export function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) || first === "" ? first : `${first}.`;
}

/** The first sentence of a text, and the rest. */
export function firstSentence(text: string): [first: string, rest: string] {
  const [first = "", ...rest] = text.split(/(?<=[.!?]) (?=[A-Z“])/);
  return [first, rest.join(" ")];
}
