/** What the open input is called. */
import { EXAMPLE_GROUPS, exampleById } from "../examples/examples";
import type { Session } from "./session";

/** “RFC 7541 C.6: Three responses …”, “report.pcap”, or “Pasted text”. */
export function inputName({ input, example }: Pick<Session, "input" | "example">): string {
  const known = example === null ? null : exampleById(example);
  if (known !== null) return `${isOfRfc(known.id) ? "RFC 7541 " : ""}${known.title}: ${known.about}`;
  return input.kind === "file" ? input.name : "Pasted text";
}

function isOfRfc(id: string): boolean {
  return EXAMPLE_GROUPS[0]?.examples.some((example) => example.id === id) === true;
}
