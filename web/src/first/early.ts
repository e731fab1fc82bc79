/** The user's actions on the prerendered page, before its script was loaded. */

declare global {
  interface Window {
    /** Pasted or dropped input: see paint.js. */
    early?: { text: string; files: File[] } | null;
    /** Resolves when the user first presses, types, pastes or drags: see paint.js. */
    firstInput?: Promise<unknown>;
  }
}

const FIELD = "#input-text";

/** Longest wait for an idle moment, milliseconds. */
const PATIENCE_MS = 2000;

/** Resolves when the page has been painted and is idle, or at the first input. */
export function idleOrUsed(): Promise<unknown> {
  const idle = new Promise<unknown>((resolve) => {
    // Safari has no callback for idle moments.
    const wait = window.requestIdleCallback ?? setTimeout;
    requestAnimationFrame(() => setTimeout(() => wait(resolve, { timeout: PATIENCE_MS })));
  });
  return Promise.race([idle, window.firstInput ?? idle]);
}

/** Call before the page is rendered; the returned function repeats the actions in the rendered page. */
export function takeEarly(root: HTMLElement): () => void {
  root.dataset.started = "";
  const field = root.querySelector<HTMLTextAreaElement>(FIELD);
  const hasFocus = field !== null && document.activeElement === field;
  return () => {
    const data = window.early ?? null;
    if (data !== null) paste(data);
    const now = root.querySelector<HTMLTextAreaElement>(FIELD);
    if (field === null || now === null) return;
    if (hasFocus) {
      now.focus();
      now.setSelectionRange(field.selectionStart, field.selectionEnd);
    }
    if (field.value !== field.defaultValue) type(now, field.value);
  };
}

function paste({ text, files }: { text: string; files: File[] }): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  for (const file of files) clipboardData.items.add(file);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

/** Sets a field's value as if it were typed: React ignores values set through its own setter. */
function type(field: HTMLTextAreaElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
