/** Paste anywhere, drop anywhere: whatever a person brings is opened. */
import { useEffect, useState } from "react";
import type { Inspector } from "./inspect/inspector";
import type { Input } from "./session/session";

/** Larger files are refused by the page itself, octets: they would not fit into the worker's memory. */
const FILE_MAX = 256 * 1024 * 1024;

/** A file as text where it is text, as octets where it is not. */
async function inputOf(file: File): Promise<Input> {
  if (file.size > FILE_MAX) throw new Error(`${file.name} is larger than 256 MiB.`);
  const octets = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(octets);
    // Octets below 9 do not stand in text that people write.
    if (octets.every((octet) => octet >= 9)) return { kind: "text", text };
  } catch {
    // Not UTF-8: octets.
  }
  return { kind: "file", name: file.name, octets };
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

/** Whether something is being dragged over the page; `onBrought` is called when it was opened. */
export function useBringing(inspector: Inspector, onBrought: () => void): boolean {
  const [dropping, setDropping] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last handler will do
  useEffect(() => {
    async function bring(files: FileList | null, text: string) {
      const file = files?.[0];
      if (file === undefined && text === "") return;
      try {
        const input: Input = file === undefined ? { kind: "text", text } : await inputOf(file);
        onBrought();
        await inspector.bring(input);
      } catch (reason) {
        inspector.refuse(reason instanceof Error ? reason.message : String(reason));
      }
    }

    function onPaste(event: ClipboardEvent) {
      const data = event.clipboardData;
      if (data === null || event.defaultPrevented) return;
      if (isEditable(event.target) && data.files.length === 0) return;
      event.preventDefault();
      bring(data.files, data.getData("text/plain"));
    }

    function onDragOver(event: DragEvent) {
      event.preventDefault();
      setDropping(true);
    }

    function onDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setDropping(false);
    }

    function onDrop(event: DragEvent) {
      event.preventDefault();
      setDropping(false);
      bring(event.dataTransfer?.files ?? null, event.dataTransfer?.getData("text/plain") ?? "");
    }

    document.addEventListener("paste", onPaste);
    document.addEventListener("dragover", onDragOver);
    document.addEventListener("dragleave", onDragLeave);
    document.addEventListener("drop", onDrop);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("dragover", onDragOver);
      document.removeEventListener("dragleave", onDragLeave);
      document.removeEventListener("drop", onDrop);
    };
  }, [inspector]);
  return dropping;
}
