/** The settings of this input that differ from the defaults, the offered ones, and what they assume. */
import type { OpenOptions } from "../engine/types";
import { useInspector, useSession } from "../session/inspector";
import { DEFAULT_START, type StartOptions } from "../session/options";
import { Button } from "../ui/button";
import { ChipButton } from "../ui/chip";
import { count, counted } from "../ui/figures";
import { tip } from "../ui/tip";

/** A chip for each setting that is not the default. */
function chipsOf(options: OpenOptions): { setting: keyof StartOptions; text: string }[] {
  const chips: { setting: keyof StartOptions; text: string }[] = [];
  if (options.start === "unknown") chips.push({ setting: "start", text: "start unknown" });
  if (options.prior.length > 0) {
    chips.push({ setting: "prior", text: `${counted(options.prior.length, "entry", "entries")} typed` });
  }
  if (options.maxTableSize !== DEFAULT_START.maxTableSize) {
    chips.push({ setting: "maxTableSize", text: `table ${counted(options.maxTableSize, "byte")}` });
  }
  if (options.blocks !== DEFAULT_START.blocks) {
    chips.push({ setting: "blocks", text: options.blocks === "lines" ? "one block per line" : "lines joined" });
  }
  if (options.sides !== DEFAULT_START.sides) chips.push({ setting: "sides", text: "two directions" });
  return chips;
}

export function StartChips() {
  const options = useSession((session) => session.options);
  const isTwo = useSession((session) => session.opened?.status === "ok" && session.opened.twoDirections);
  const isOffered = isTwo && options.sides === DEFAULT_START.sides;
  return [
    ...chipsOf(options).map(({ setting, text }) => (
      <StartChip key={setting} change={{ [setting]: DEFAULT_START[setting] }} text={text} isSet />
    )),
    // The same button turns it off: the focus stays on it.
    isOffered && (
      <StartChip
        key="sides"
        change={{ sides: "fields" }}
        text="Two directions in one list: give each its own table"
        isSet={false}
      />
    ),
  ];
}

/** Turns on an offered setting, or resets one. */
function StartChip({ change, text, isSet }: { change: Partial<StartOptions>; text: string; isSet: boolean }) {
  const inspector = useInspector();
  return (
    <ChipButton
      look={isSet ? "set" : "offer"}
      aria-label={isSet ? `${text}: reset` : undefined}
      {...tip(isSet ? `${text}: reset to the default` : undefined)}
      onClick={() => inspector.reopen(change)}
    >
      <span>{text}</span>
      {isSet && <span aria-hidden="true"> ✕</span>}
    </ChipButton>
  );
}

/** Initial table size assumed by an unknown start. */
export function StartAssumption() {
  const options = useSession((session) => session.options);
  const bySource = useSession((session) => (session.opened?.status === "ok" ? session.opened.initialTableSize : null));
  if (options.start !== "unknown") return null;
  // The table's maximum starts at the smaller of the setting and its initial value, RFC 9113 §6.5.2.
  const maximum = bySource ?? Math.min(options.maxTableSize, DEFAULT_START.maxTableSize);
  return (
    <p className="dim">
      Entries sent earlier are unknown; the table's maximum is assumed to be {count(maximum)} bytes.
    </p>
  );
}

/** After the input was replaced: says that it has the default start, and restores the previous one. */
export function StartSetBack() {
  const inspector = useInspector();
  const previousStart = useSession((session) => session.previousStart);
  const options = useSession((session) => session.options);
  if (previousStart === null) return null;
  const what = chipsOf({ ...options, ...previousStart }).map(({ text }) => text);
  return (
    <p>
      New text starts with an empty table. The previous text was read with: {what.join(", ")}.{" "}
      <Button look="link" onClick={() => inspector.reopen(previousStart)}>
        Use those settings again
      </Button>
    </p>
  );
}
