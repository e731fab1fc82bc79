/** The error of a block: the byte, the bit, the rule, and its consequences. */

import type { Fault, Part } from "../engine/types";
import { useSelectedContent } from "../inspector/inspector";
import { Box } from "../ui/box";
import { Note, Row, Stack } from "../ui/layout";
import { Section, SectionText, sentence } from "../ui/section";
import { ByteBits, digitsOf } from "./bits";
import { LikelyCause } from "./diagnosis";
import styles from "./fault-box.module.css";

/** The bits at fault in the faulty byte; empty if it is the byte as a whole. */
export function faultyBits(fault: Fault, parts: readonly Part[]): ReadonlySet<number> {
  if (fault.code.startsWith("huffman-")) return new Set([fault.bit]);
  const integer = parts.find((part) => part.part === "integer" && part.start === fault.at);
  if (integer?.part !== "integer") return new Set();
  return new Set(integer.bits.flatMap(({ as }, place) => (as === "prefix" ? [place] : [])));
}

/** `parts` of the failing representation, as far as they could be read. */
export function FaultBox({ fault, parts }: { fault: Fault; parts: readonly Part[] }) {
  const held = useSelectedContent();
  const block = held?.block;
  const marks = faultyBits(fault, parts);
  const isOneBit = fault.code.startsWith("huffman-");
  const value = held?.bytes[fault.at];
  return (
    <Box tone="error" className={styles.faultBox} role="note" aria-label="Error">
      <Row as="p" className={styles.faultLine}>
        <strong className="mono">{fault.code}</strong>
        <span>
          byte {fault.at}
          {value !== undefined && isOneBit && `, bit ${fault.bit}`}
        </span>
        <Section section={fault.section} />
      </Row>
      {value === undefined ? (
        <Note>The block ends here; another byte should follow.</Note>
      ) : (
        <ByteBits
          byte={fault.at}
          value={value}
          bits={digitsOf(value).map((bit) => ({ bit, as: "faulty" as const }))}
          kind="error"
          marks={marks}
          words={<span className="dim">error here</span>}
        />
      )}
      <p>
        <SectionText text={sentence(fault.message)} />
      </p>
      {block === undefined ? (
        <Advice fault={fault} />
      ) : (
        <LikelyCause block={block} otherwise={<Advice fault={fault} />} />
      )}
      {fault.ruledOut.length > 0 && (
        <Stack as="ul" gap="tight" small aria-label="Ruled out">
          {fault.ruledOut.map((reason) => (
            <li key={reason}>✓ {sentence(reason)}</li>
          ))}
        </Stack>
      )}
    </Box>
  );
}

function Advice({ fault }: { fault: Fault }) {
  return (
    <p className="dim">
      <SectionText text={sentence(fault.advice)} />
    </p>
  );
}
