/** The terms, each with the chapter that defines it. */
import text from "./glossary.txt?raw";
import { recordsOf } from "./records";

export const TERMS = recordsOf(text).map(([names = "", chapter = "", definition = ""]) => {
  const [name = "", ...others] = names.split(", ");
  return { name, others, chapter, definition };
});
