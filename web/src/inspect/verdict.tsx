/** Why a block can't be decoded, or what HTTP/2 forbids in it. */
import { useState } from "react";
import { useNavigate } from "../address/navigate";
import { commandProps } from "../commands/command-props";
import type { BlockContent, ErrorDetail, Warning } from "../engine/types";
import type { Block, Row } from "../engine/windows";
import { useCachedOrLast, useInspector, useSelectedBlock, useSession } from "../session/inspector";
import { bytesNamed } from "../session/place-name";
import { hasBlocks } from "../session/session";
import type { Verdict as Said } from "../share/report";
import { Button } from "../ui/button";
import { handlerOf } from "../ui/command-handlers";
import { CopyButton } from "../ui/copy";
import { count, hex } from "../ui/figures";
import { Note } from "../ui/layout";
import { firstSentence, Section, SectionText, sentence } from "../ui/section";
import { VerdictBar } from "./verdict-bar";

/** On the selected block; if that is fine, on the first block with an error. */
export function Verdict() {
  const said = useVerdict();
  const opening = useSession((session) => session.opening);
  return said === null ? null : <Bar key={`${opening} ${said.place.block}`} said={said} />;
}

function Bar({ said }: { said: Said }) {
  const inspector = useInspector();
  const navigate = useNavigate();
  const errors = useSession((session) => (hasBlocks(session) ? session.opened.undecodableBlocks : 0));
  const isThere = useSession(({ selection }) => selection.error);
  const [note, setNote] = useState("");

  /** What is done is done with the selected block. */
  const withBlock = (act: () => unknown) => () => {
    if (inspector.store.get().selection.block !== said.place.block) inspector.select(said.place);
    act();
  };

  const copy = (what: "report" | "link") => async () => {
    withBlock(() => setNote(""))();
    const { reportOf } = await import("../share/report");
    const found = await reportOf(inspector, said);
    setNote(found.note);
    const text = found[what];
    if (text === null) throw new Error(found.note);
    return text;
  };

  return (
    <VerdictBar
      tone={said.tone}
      title={`${said.who}${said.label === "" ? "" : ` (${said.label})`} ${said.says}`}
      actions={
        <>
          {errors > (isThere ? 1 : 0) && (
            <Button onClick={() => inspector.selectError()}>
              {errors === 1 ? "Go to the error" : `Next of ${count(errors)} errors`}
            </Button>
          )}
          <CopyButton look="primary" text={copy("report")}>
            Copy report
          </CopyButton>
          <CopyButton text={copy("link")}>Copy link</CopyButton>
          <Button {...commandProps("explain-block")} onClick={withBlock(() => navigate("explain"))}>
            Explain
          </Button>
          <Button {...commandProps("present")} onClick={withBlock(() => handlerOf("present")?.(null))}>
            Present
          </Button>
        </>
      }
    >
      <p>
        <SectionText text={said.follows} /> <Section section={said.section} />
      </p>
      <div role="status">{note !== "" && <Note>{note}</Note>}</div>
    </VerdictBar>
  );
}

function useVerdict(): Said | null {
  const opened = useSession((session) => (hasBlocks(session) ? session.opened : null));
  const selected = useSelectedBlock();
  const row = useSession(({ selection }) => selection.row);
  const warned = selected !== null && selected.warnings > 0 ? selected.block : null;
  const number = selected?.error ? selected.block : (opened?.firstError ?? warned);
  return useCachedOrLast((known) => {
    const block = number === null || opened === null ? null : known.block(number);
    if (block === null || opened === null) return null;
    const content = known.content(block.block);
    const { error } = content.detail ?? {};
    const subject = subjectOf(block, opened.blocks, content);
    if (error) return { ...subject, ...saidOfError(block, content, error) };
    const items = content.warningItems;
    const item = row !== null && items.includes(row - block.firstRow) ? row - block.firstRow : (items[0] ?? 0);
    const [warning] = known.warnings(block.block, item, item + 1);
    const field = known.row(block.firstRow + item);
    return warning === undefined || field === null ? null : { ...subject, ...saidOfWarning(block, warning, field) };
  });
}

type Subject = Pick<Said, "who" | "label">;

/** The block as the subject of a sentence. */
function subjectOf({ block, label }: Block, blocks: number, { framing }: BlockContent): Subject {
  if (framing !== null) return { who: `Stream ${framing.stream}’s ${framing.frames[0]?.kind ?? "HEADERS"}`, label: "" };
  return blocks === 1 ? { who: "This block", label: "" } : { who: `Block ${count(block + 1)}`, label };
}

function saidOfError({ block, cut }: Block, { bytes }: BlockContent, error: ErrorDetail): Omit<Said, keyof Subject> {
  // “index 70 at byte 17 is beyond the end of the tables: the last entry is 63”
  const [clause = "", rest = ""] = error.message.replace(/ at byte \d+ (?=[a-z])/, " ").split(/[:;] (.*)/);
  const value = bytes[error.at];
  const at = `byte ${count(error.at)}${value === undefined ? "" : ` (${hex(value)})`}`;
  return {
    tone: cut ? "warning" : "error",
    says: cut ? `${clause.replace("the block ", "")}.` : `can’t be decoded: ${clause.replace(/^the block/, "it")}.`,
    follows: cut
      ? `${sentence(rest)} ${error.advice}`
      : `${sentence(rest === "" ? at : `${at}: ${rest}`)} ${firstSentence(error.advice)[0]}`,
    section: error.section,
    end: error.at + 1,
    place: { block, row: null, error: true, byte: null },
  };
}

/** A receiver's objection to what is decoded (RFC 9113 §8). */
function saidOfWarning(block: Block, warning: Warning, { row, start, end }: Row): Omit<Said, keyof Subject> {
  const message = warning.message.replace(/^(The|A|Byte) /, (word) => word.toLowerCase());
  const others = block.warnings > 1 ? ` Warnings in this block: ${count(block.warnings)}.` : "";
  return {
    tone: "warning",
    says: `can be decoded, but a receiver may reject it: ${message}`,
    follows: `${sentence(`${bytesNamed(start, end)}, ${warning.code}`)} This is no HPACK error: a receiver may reset the stream (RFC 9113 §8.1.1).${others}`,
    section: warning.section,
    end: null,
    place: { block: block.block, row, error: false, byte: null },
  };
}
