/** The table's initial entries for the composition. */
import type { FieldText } from "../../engine/types";
import { PriorEntries } from "../../panes/prior-entries";
import { useComposer } from "../composer";

/** The held entry shown in this line, which may have more than a line can express; else the entry in the line. */
function asHeld(prior: FieldText[], name: string, value: string): FieldText {
  const held = prior.find((entry) => entry.name.trim() === name && entry.value.trim() === value);
  return held ?? { name, value };
}

export function PriorText({ prior }: { prior: FieldText[] }) {
  const composer = useComposer();
  return (
    <PriorEntries
      rows={2}
      prior={prior.map(({ name, value }) => [name, value])}
      onPrior={(lines) => {
        const written = lines.map(([name, value]) => asHeld(prior, name, value));
        composer.update((building) => ({ ...building, prior: written }));
      }}
    />
  );
}
