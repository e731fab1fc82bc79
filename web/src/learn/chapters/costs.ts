/** What an attacker can make of the format, and the limits that hold. */
import { EXPANSION } from "../exercises/expansion";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./costs.mdx";

const VALUE_BYTES = 120;
const REFERENCES = 60;

const SMALL_BOMB: LearnExample = {
  id: "bomb",
  title: "A small bomb",
  text: `# One entry, and sixty references to it\n40 01 78 78 ${"61".repeat(VALUE_BYTES)}\n${"be".repeat(REFERENCES)}\n`,
  options: { blocks: "blank" },
  row: 1,
  walk: [
    [
      "1 A literal with incremental indexing, its name spelled out.",
      "2 The name `x`.",
      "1 A value of 120 bytes.",
      "120 `a`, 120 times.",
      "60 Index 62, sixty times. Each byte is a field with 121 bytes of name and value.",
    ],
  ],
};

export const COSTS: Chapter = {
  id: "costs",
  title: "Attacks and limits",
  sections: ["7.3", "RFC 9113 §10.5.1"],
  brief: "bombs and floods",
  examples: [SMALL_BOMB],
  Text,
  exercises: [EXPANSION],
};
