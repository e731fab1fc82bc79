/** Entries that are in the table at the start of what is built. */
import type { FieldText } from "../../engine/types";
import { PriorEntries } from "../../ui/prior-entries";
import { useComposer } from "../composer";

/** The entry that a line shows, which may hold more than a line can say; else what the line says. */
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
