/** The browser may read a file's text somewhat later, milliseconds. */
const READ_MS = 1000;

/** Saves a text as a file. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}
