/** All commands of the page. Help, tooltips and palette are derived from this table. */
import { VIEWS, type View } from "../address/link";

export type Command = {
  id: string;
  title: string;
  /** In `aria-keyshortcuts` syntax; each runs the command. */
  keys: readonly string[];
  views: readonly View[];
  /** Other words by which the palette finds it. */
  words: string;
  /** The only kind of input that it applies to. */
  input?: "text" | "capture" | undefined;
};

const INSPECT: readonly View[] = ["inspect"];
const BLOCKS: readonly View[] = ["inspect", "explain"];
const STEPS: readonly View[] = ["inspect", "explain", "learn"];
const INPUTS: readonly View[] = ["inspect", "encode"];
const PANES: readonly View[] = ["inspect", "encode", "learn"];

function command(views: readonly View[], id: string, title: string, key: string, words = ""): Command {
  return { id, title, keys: key === "" ? [] : key.split(" "), views, words };
}

function goTo(id: string, title: string, words = ""): Command {
  return command(VIEWS, id, `Go to ${title}`, "", words);
}

function goToPane(id: string, title: string, key: string, input?: Command["input"]): Command {
  return { ...command(INSPECT, `pane:${id}`, `Go to ${title}`, key), input };
}

export const COMMANDS: readonly Command[] = [
  command(VIEWS, "palette", "All commands", "Control+K"),
  command(VIEWS, "help", "Help and keys", "?", "shortcuts keyboard about"),
  command(VIEWS, "share", "Share", "s", "copy link url export save mask"),
  command(VIEWS, "explain", "Explain the marks in the focused row or pane", "i"),
  command(VIEWS, "theme", "Switch between light and dark", "", "theme color mode night"),
  goTo("inspect", "Inspect"),
  goTo("build", "Encode: Build", "compose write create"),
  goTo("what-if", "Encode: What if", "compression table size tune"),
  goTo("benchmark", "Benchmark", "speed fast performance time"),
  goTo("learn", "Learn", "tutorial course exercise quiz"),
  command(STEPS, "previous-step", "Previous step, across blocks", "ArrowLeft"),
  command(STEPS, "next-step", "Next step, across blocks", "ArrowRight"),
  command(BLOCKS, "previous-block", "Previous block", "["),
  command(BLOCKS, "next-block", "Next block", "]"),
  command(BLOCKS, "next-error", "Next error", "!", "broken fault problem"),
  command(BLOCKS, "counterpart", "From a request to its response, and back", "o"),
  command(INSPECT, "find", "Find fields, bytes and errors", "/", "search filter"),
  command(INPUTS, "details", "Show or hide details: spread of times, all columns, every engine’s reading", "d"),
  command(PANES, "grid", "Show or hide the byte grid above the fields", "g", "hex dump offsets ascii"),
  command(INSPECT, "explain-block", "Explain this block on one page", "x", "print pdf document"),
  command(
    STEPS,
    "present",
    "Presenter mode: this block in large type, part by part",
    "p",
    "projector slide show full screen",
  ),
  command(INSPECT, "compare", "Compare the block with another, or with another text or file", "c", "diff difference"),
  command(INSPECT, "examples", "Examples", "e"),
  goToPane("input", "the input", "1"),
  goToPane("blocks", "the blocks", "2", "text"),
  goToPane("capture", "the requests and frames", "2", "capture"),
  goToPane("fields", "the bytes and fields", "4"),
  goToPane("step", "this step", "5"),
  goToPane("table", "the dynamic table", "6"),
  goToPane("timing", "the times", "7"),
  goToPane("connections", "the connections", "8", "capture"),
  command(PANES, "maximize", "Maximize or restore the focused pane", "m", "full screen larger"),
  command(PANES, "restore", "Restore the maximized pane", "Escape"),
  command(INPUTS, "undo", "Undo: bring back what was replaced", "Control+Z"),
  command(INPUTS, "redo", "Redo", "Control+Shift+Z Control+Y"),
];

/** Keys that a focused widget handles itself. */
export const WIDGET_KEYS: readonly Pick<Command, "title" | "keys">[] = [
  { title: "In blocks and fields: the row above or below", keys: ["ArrowUp", "ArrowDown"] },
  {
    title: "In the byte grid: the next byte in that direction",
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  },
  { title: "The first or last row; in the byte grid, the ends of the line", keys: ["Home", "End"] },
  {
    title: "Copies the selected field; in the byte grid, its bytes; in the blocks, the block's",
    keys: ["Control+C"],
  },
  { title: "In the fields: opens a long line, or closes it", keys: ["Enter"] },
  { title: "Back after following a link to another field", keys: ["Alt+ArrowLeft"] },
  { title: "In Encode: from the name to the value, then to the next field", keys: ["Enter"] },
  { title: "In Encode: moves the field", keys: ["Alt+ArrowUp", "Alt+ArrowDown"] },
  { title: "In presenter mode: the next part", keys: ["ArrowRight", "ArrowDown", "PageDown", "Space", "Enter"] },
  { title: "In presenter mode: the part before", keys: ["ArrowLeft", "ArrowUp", "PageUp"] },
  { title: "In presenter mode: asks about the next part, whose answer the next key shows", keys: ["q"] },
  { title: "In presenter mode: a blank screen, until the next key", keys: ["b", "."] },
  { title: "In presenter mode: full screen", keys: ["f"] },
  { title: "Leaves presenter mode", keys: ["Escape", "p"] },
];

const KEY_NAMES: { [key: string]: string } = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Control: "Ctrl",
  Escape: "Esc",
};

/** The labels of a shortcut's keys, modifiers first. */
export function keyNames(shortcut: string): string[] {
  return shortcut.split("+").map((key) => KEY_NAMES[key] ?? key);
}
