/** The selected block with what is wrong in it as Markdown, and its link: masked as Share masks. */
import type { Inspector } from "../session/inspector";
import { namesOf, USUAL, wordsOfSecrets } from "../session/secrets";
import type { Selection } from "../session/selection";
import { counted } from "../ui/figures";
import { sectionAddress } from "../ui/section";
import { exportPart, FORMS } from "./exported-part";

export type Verdict = {
  tone: "error" | "warning";
  /** The subject of a sentence, and the input's label for it, or an empty one. */
  who: string;
  label: string;
  /** The rest of that sentence; what is in curly quotes may be from the input. */
  says: string;
  /** Where it is, and what follows. */
  follows: string;
  section: string;
  /** Offset past the byte at error; null without one. */
  end: number | null;
  place: Selection;
};

/** Most bytes before the error, of which the last count. */
const BYTES_MOST = 256;

/** `link`: null if it would be too long; `note`: what was masked. */
type Report = { report: string; link: string | null; note: string };

export async function reportOf(inspector: Inspector, verdict: Verdict): Promise<Report> {
  const markdown = FORMS.find(({ id }) => id === "markdown") ?? FORMS[0];
  const asked = { onProgress: () => {}, signal: new AbortController().signal };
  const exported = await exportPart(inspector, "block", USUAL, markdown, asked);
  if (exported === null) throw new Error("The block is too large.");
  // An example's address has no values.
  const link = inspector.store.get().example === null ? exported.link : location.href;
  const masked = namesOf(exported.maskCounts, "masked");
  const number = [...masked.values()].reduce((sum, count) => sum + count, 0);
  const said = number === 0 ? "" : `${counted(number, "value")} masked: ${wordsOfSecrets(masked)}.`;
  const says = verdict.says.replace(/“.*”/s, "“…”");
  const report = [
    `**${verdict.who} ${says}**`,
    `${verdict.follows} [${verdict.section}](${sectionAddress(verdict.section)})`,
    `    ${bytesUpTo(exported.whole, verdict.end)}`,
    (exported.text ?? "").replace(/\n\*\*Error\*\* .*\n/, "").trim(),
    link === null ? "" : `[Open in HPACK Inspector](${link})`,
    said,
  ];
  return {
    report: `${report.filter((part) => part !== "").join("\n\n")}\n`,
    link,
    note: [
      said === "" ? "Nothing in it needs masking." : `${said} Share can keep them.`,
      link === null ? "It is too long for a link: Share writes it to a file." : "",
    ].join(" "),
  };
}

/** The bytes of the only block in an exported text, up to `end`. */
function bytesUpTo(text: string, end: number | null): string {
  const [, digits = ""] = /^(?:[<>] )?((?:[\da-f]{2})+)$/m.exec(text) ?? [];
  const bytes = (digits.match(/../g) ?? []).slice(0, end ?? undefined);
  const shown = bytes.slice(-BYTES_MOST).join(" ");
  return bytes.length > BYTES_MOST ? `… ${shown}` : shown;
}
