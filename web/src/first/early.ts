/** What a person did with the first example before the page's script was there. */

declare global {
  interface Window {
    /** What was pasted: see paint.js. */
    early?: { text: string; files: File[] } | null;
  }
}

const FIELD = "#input-text";

/** To be called before the page is drawn anew; what it gives does the same in the new page. */
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

/** As if it were typed: React hears of a value that is set past its own setter. */
function type(field: HTMLTextAreaElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
