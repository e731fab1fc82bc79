/** Ctrl+C without selected text copies the selected field, bytes or row, as the focused pane shows it. */

import { useEffect } from "react";
import { isAbort } from "../engine/stale-error";
import { type Inspector, useInspector } from "../session/inspector";
import { copyOfField } from "../session/whole-text";
import { COULD_NOT_COPY, useTransient } from "../ui/copy";
import { hexOf } from "../ui/figures";
import styles from "./copy-selection.module.css";

/** The browser copies selected text, and from input fields, itself. */
function isBrowsers(focus: Element | null): boolean {
  return (
    getSelection()?.isCollapsed === false || focus?.closest("input, textarea, select, [role=dialog], dialog") != null
  );
}

/** Null if nothing is selected. */
type Copied = { text: string; what: string } | null;

async function fieldOf({ store }: Inspector): Promise<Copied> {
  const { selection, reader } = store.get();
  const { row } = selection;
  const [field] = row === null ? [] : ((await reader.core.wholeFields(row, row + 1)) ?? []);
  return field == null ? null : { text: copyOfField(field), what: "the field" };
}

async function hexOfField(inspector: Inspector): Promise<Copied> {
  const { selection, reader } = inspector.store.get();
  const { row: number, block } = selection;
  const row = number === null ? null : await reader.row(number);
  if (row === null) return hexOfBlock(inspector);
  const { bytes } = await reader.get((known) => known.content(block));
  return { text: hexOf(bytes.subarray(row.start, row.end), ""), what: "the field's bytes" };
}

async function hexOfBlock(inspector: Inspector): Promise<Copied> {
  const { selection, reader } = inspector.store.get();
  const { bytes } = await reader.get((known) => known.content(selection.block));
  return { text: hexOf(bytes, ""), what: "the block's bytes" };
}

/** The active row of a list, as text. */
async function rowOf(list: Element): Promise<Copied> {
  const row = document.getElementById(list.getAttribute("aria-activedescendant") ?? "");
  if (row === null) return null;
  return { text: Array.from(row.children, (cell) => cell.textContent.trim()).join("\t"), what: "the row" };
}

/** By the id of the focused pane, or of the byte grid. */
const PANES: Record<string, (inspector: Inspector) => Promise<Copied>> = {
  bytes: hexOfField,
  blocks: hexOfBlock,
  fields: fieldOf,
  step: fieldOf,
};

function copied(inspector: Inspector, focus: Element | null): Promise<Copied> | null {
  const pane = focus?.closest("#bytes, [data-pane]") ?? null;
  const noBlock = inspector.store.get().timeline.frameWithoutBlock !== null;
  // After moving by arrow keys alone no pane has the focus.
  if (pane === null) return noBlock ? null : fieldOf(inspector);
  const own = noBlock ? undefined : PANES[pane.id];
  if (own !== undefined) return own(inspector);
  return focus?.hasAttribute("aria-activedescendant") ? rowOf(focus) : null;
}

export function CopySelection() {
  const inspector = useInspector();
  const [said, setSaid] = useTransient("");
  useEffect(() => {
    async function onCopy(event: ClipboardEvent) {
      if (event.defaultPrevented || isBrowsers(document.activeElement)) return;
      const answer = copied(inspector, document.activeElement);
      if (answer === null) return;
      event.preventDefault();
      try {
        const found = await answer;
        if (found === null) return;
        await navigator.clipboard.writeText(found.text);
        setSaid(`Copied ${found.what}`);
      } catch (reason) {
        if (!isAbort(reason)) setSaid(COULD_NOT_COPY);
      }
    }
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  }, [inspector, setSaid]);
  return (
    <p className={said === "" ? "sr-only" : styles.copiedNote} role="status">
      {said}
    </p>
  );
}
