/** The reader's steps of a connection, as header blocks. */
import { hexOf } from "../../../ui/figures";
import { integerBytes, stringBytes } from "../integer";

export type Step =
  /** A field with incremental indexing (§6.2.1), its name spelled out. */
  | { do: "insert"; name: string; value: string }
  /** A size update (§6.3), bytes. */
  | { do: "resize"; maximum: number }
  /** The peer's SETTINGS_HEADER_TABLE_SIZE, acknowledged (§4.2), bytes. */
  | { do: "limit"; limit: number };

export function bytesOfStep(step: Step): number[] {
  switch (step.do) {
    case "insert":
      return [0x40, ...[step.name, step.value].flatMap((text) => stringBytes(new TextEncoder().encode(text), false))];
    case "resize":
      return integerBytes(step.maximum, 5, 0x20);
    case "limit":
      return [];
  }
}

/** The steps as text for Inspect: a block each. */
export function textOf(steps: readonly Step[]): string {
  return steps
    .map((step) =>
      step.do === "limit" ? `# SETTINGS_HEADER_TABLE_SIZE ${step.limit}` : hexOf(Uint8Array.from(bytesOfStep(step))),
    )
    .join("\n\n");
}
