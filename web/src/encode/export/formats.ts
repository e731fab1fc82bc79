/** The export formats. */
import { hexOf } from "../../ui/figures";
import type { Export } from "./blocks";
import { asC, asGo, asJavaScript, asPython, asRust } from "./literals";

/** Without `write` the core writes it. */
export type Format = { id: string; title: string; write?: (built: Export) => string };

export const FORMAT_GROUPS: { title: string; formats: Format[] }[] = [
  {
    title: "Bytes",
    formats: [
      {
        id: "hex",
        title: "Hex, one block per paragraph",
        write: ({ blocks }) => `${blocks.map(({ bytes }) => hexOf(bytes, "")).join("\n\n")}\n`,
      },
      {
        id: "frames",
        title: "HTTP/2 frames, hex",
        write: ({ blocks }) => `${blocks.map(({ framesHex }) => framesHex).join("\n")}\n`,
      },
    ],
  },
  {
    title: "Literal",
    formats: [
      { id: "c", title: "C", write: asC },
      { id: "go", title: "Go", write: asGo },
      { id: "rust", title: "Rust", write: asRust },
      { id: "python", title: "Python", write: asPython },
      { id: "javascript", title: "JavaScript", write: asJavaScript },
    ],
  },
  {
    title: "Complete test",
    formats: [
      { id: "rust-test", title: "Rust, fluke-hpack" },
      { id: "go-test", title: "Go, golang.org/x/net" },
      { id: "java-test", title: "Java, Netty and JUnit 5" },
      { id: "python-test", title: "Python, hpack" },
    ],
  },
  { title: "Story", formats: [{ id: "story", title: "hpack-test-case JSON" }] },
];
