/** Paste anywhere, drop anywhere: what a person brings is opened in the view that it is for. */
import { useEffect, useState } from "react";
import type { Composer } from "./encode/composer";
import { bringFiles, bringText } from "./inspect/bringing";
import type { Inspector } from "./inspect/inspector";
import type { Navigate } from "./navigate";
import type { View } from "./session/fragment";

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

/** Whether something is being dragged over the page. */
export function useBringing(inspector: Inspector, composer: Composer, view: View, navigate: Navigate): boolean {
  const [dropping, setDropping] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last way to navigate will do
  useEffect(() => {
    async function bring(files: FileList | null, text: string) {
      const some = [...(files ?? [])];
      if (some.length === 0 && text === "") return;
      try {
        const [only, ...others] = some.length > 0 ? some : [new Blob([text])];
        if (view === "encode" && only !== undefined && others.length === 0) {
          const { bringFields } = await import("./encode/bringing");
          if (await bringFields(composer, only)) {
            navigate("encode", "build");
            return;
          }
        }
        navigate("inspect");
        if (some.length === 0) await bringText(inspector, text);
        else await bringFiles(inspector, some);
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
  }, [inspector, composer, view]);
  return dropping;
}
