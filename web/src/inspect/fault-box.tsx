/** Where a block goes wrong: the octet, the bit, the rule, and what follows from it. */
import type { Fault } from "../engine/types";
import { Section, SectionText, sentence } from "../ui/section";
import { digitsOf, OctetBits } from "./bits";
import { useSelectedOctets } from "./inspector";
import "./fault-box.css";

export function FaultBox({ fault }: { fault: Fault }) {
  const held = useSelectedOctets();
  const value = held?.octets[fault.at];
  return (
    <div className="fault-box" role="note" aria-label="The fault">
      <p className="fault-line">
        <strong className="mono">{fault.code}</strong>
        <span>
          octet {fault.at}
          {value !== undefined && `, bit ${fault.bit}`}
        </span>
        <Section section={fault.section} />
      </p>
      {value === undefined ? (
        <p className="note">The block ends here; another octet should follow.</p>
      ) : (
        <OctetBits
          octet={fault.at}
          value={value}
          bits={digitsOf(value).map((bit) => ({ bit, as: "faulty" as const }))}
          kind="error"
          mark={fault.bit}
          words={<span className="dim">the faulty octet</span>}
        />
      )}
      <p>
        <SectionText text={sentence(fault.message)} />
      </p>
      <p className="dim">
        <SectionText text={sentence(fault.advice)} />
      </p>
    </div>
  );
}
