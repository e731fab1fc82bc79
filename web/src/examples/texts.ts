/** The examples that are text, one of them generated. */
const TEXTS = import.meta.glob<string>("./*.txt", { query: "?raw", import: "default", eager: true });

/** Empty if there is no such text. */
export function textOf(id: string): string {
  return id === "large" ? largeExample() : (TEXTS[`./${id}.txt`] ?? "");
}

const LARGE_BLOCKS = 1000;
const LARGE_FIELDS = 100;

/** A session in which most fields refer to the table and some insert new entries. */
export function largeExample(): string {
  const lines = ["# 1,000 blocks of 100 fields"];
  const hex = (text: string) =>
    Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  for (let block = 0; block < LARGE_BLOCKS; block += 1) {
    // As in C.2.1: a name by index (:path, 4), a new value, incremental indexing.
    const path = `/orchard/${block}`;
    let line = `44${path.length.toString(16).padStart(2, "0")}${hex(path)}`;
    for (let field = 1; field < LARGE_FIELDS; field += 1) {
      line += field % 3 === 0 ? "be" : (0x82 + (field % 14)).toString(16);
    }
    lines.push("", line);
  }
  return `${lines.join("\n")}\n`;
}
