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
    // JSON holds text: a list with something else in it would be another list.
    isText: fields.every(({ name, value }) => isUtf8(name) && isUtf8(value)),
  }));
  return `${JSON.stringify(
    {
      description: `Header blocks built with HPACK Inspector.${
        cases.every(({ isText }) => isText) ? "" : " A case without headers has a name or value that is not UTF-8."
      }`,
      cases: cases.map(({ wire, limits, headers, isText }, seqno) => {
        // Said before the first case, and where it changes.
        const size = limits.at(-1) ?? (seqno === 0 ? limit : undefined);
        return {
          seqno,
          ...(size === undefined ? {} : { header_table_size: size }),
          wire: hexOf(wire, ""),
          ...(isText ? { headers } : {}),
        };
      }),
    },
    null,
    2,
  )}\n`;
}

function isUtf8(octets: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(octets);
    return true;
  } catch {
    return false;
  }
}

function textOf(octets: Uint8Array): string {
  return new TextDecoder().decode(octets);
}
