/** Paste and drop anywhere: opens the input in the view that it belongs to. */
import { useEffect, useState } from "react";
import type { View } from "../address/link";
import { openFiles, openText } from "../session/open-input";
import { isInFrame } from "../ui/framed";
import type { AppParts } from "./app-parts";

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

declare global {
  interface Window {
    launchQueue?: { setConsumer: (consumer: (launch: { files: FileSystemFileHandle[] }) => void) => void };
  }
}

/** Returns true while something is dragged over the page. */
export function useOpenInput({ inspector, composer, navigate }: AppParts, view: View): boolean {
  const [dropping, setDropping] = useState(false);
  useEffect(() => {
    if (isInFrame()) return;
    async function open(files: Iterable<File> | null, text: string) {
      const some = [...(files ?? [])];
      if (some.length === 0 && text === "") return;
      try {
        const [only, ...others] = some.length > 0 ? some : [new Blob([text])];
        if (view === "encode" && only !== undefined && others.length === 0) {
          const { openFields } = await import("../encode/open-fields");
          if (await openFields(composer, only)) {
            navigate("encode", "build");
            return;
          }
        }
        navigate("inspect");
        if (some.length === 0) await openText(inspector, text);
        else await openFiles(inspector, some);
      } catch (reason) {
        inspector.failOpening(reason instanceof Error ? reason.message : String(reason));
      }
    }

    function onPaste(event: ClipboardEvent) {
      const data = event.clipboardData;
      if (data === null || event.defaultPrevented) return;
      if (isEditable(event.target) && data.files.length === 0) return;
      event.preventDefault();
      open(data.files, data.getData("text/plain"));
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
      open(event.dataTransfer?.files ?? null, event.dataTransfer?.getData("text/plain") ?? "");
    }

    // Files with which the system starts the installed page.
    window.launchQueue?.setConsumer(async ({ files }) => {
      const all = await Promise.all(files.map((file) => file.getFile()));
      if (all.length > 0) await open(all, "");
    });
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
  }, [inspector, composer, navigate, view]);
  return dropping;
}
