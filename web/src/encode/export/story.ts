/** Blocks as JSON of hpack-test-case, which many decoders' tests read. */
import { hexOf } from "../../ui/figures";
import type { Export } from "./blocks";

/** A story begins with an empty table of 4096 octets: a first case brings it to where the blocks begin. */
export function asStory({ limit, prime, blocks }: Export): string {
  const first = prime === null ? [] : [{ ...prime, limits: [] as number[] }];
  const cases = [...first, ...blocks].map(({ octets, limits, fields }) => ({
    wire: octets,
    limits,
    headers: fields.map(({ name, value }) => ({ [textOf(name)]: textOf(value) })),
  }));
  return `${JSON.stringify(
    {
      description: "Header blocks built with HPACK Inspector.",
      cases: cases.map(({ wire, limits, headers }, seqno) => {
        // Said before the first case, and where it changes.
        const size = limits.at(-1) ?? (seqno === 0 ? limit : undefined);
        return { seqno, ...(size === undefined ? {} : { header_table_size: size }), wire: hexOf(wire, ""), headers };
      }),
    },
    null,
    2,
  )}\n`;
}

function textOf(octets: Uint8Array): string {
  return new TextDecoder().decode(octets);
}
