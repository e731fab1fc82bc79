/** The bits of an integer (RFC 7541 §5.1): a row an octet, and what each row says in words. */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { IntegerPart, Kind } from "../engine/types";
import { count, hex } from "../ui/figures";
import styles from "./bits.module.css";

type As = "pattern" | "flag" | "prefix" | "faulty";

/** Eight bits; where the meaning changes, a gap. */
function Bits({
  bits,
  kind,
  marks,
}: {
  bits: { bit: number; as: As }[];
  kind: Kind | "error";
  marks?: ReadonlySet<number> | undefined;
}) {
  return (
    <span className={styles.bits} data-kind={kind} aria-hidden="true">
      {bits.map(({ bit, as }, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bits have no other name than their place
          key={place}
          className={clsx(styles.bit, bits[place - 1] !== undefined && bits[place - 1]?.as !== as && styles.bitNew)}
          data-as={as}
          data-fault={marks?.has(place) || undefined}
          title={marks?.has(place) ? `bit ${place}: the fault` : WHAT[as]}
        >
          {bit}
        </span>
      ))}
    </span>
  );
}

const WHAT: Record<As, string> = {
  pattern: "pattern: which representation this is",
  flag: "flag",
  prefix: "bit of the integer",
  faulty: "bit of the faulty byte",
};

export function digitsOf(octet: number): number[] {
  return Array.from({ length: 8 }, (_, place) => (octet >> (7 - place)) & 1);
}

/** One octet's line: the octet, its bits, what they say. */
export function OctetBits(props: {
  octet: number;
  value: number;
  bits: { bit: number; as: As }[];
  kind: Kind | "error";
  words: ReactNode;
  chosen?: boolean;
  marks?: ReadonlySet<number> | undefined;
  onOver?: (octet: number | null) => void;
  onChoose?: (octet: number) => void;
}) {
  const { octet, value } = props;
  const reading = props.bits.map(({ bit }) => bit).join("");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer's short cut; the byte grid has the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: a pointer's short cut; the byte grid has the keys
    <div
      className={styles.octetBits}
      data-chosen={props.chosen || undefined}
      onPointerEnter={() => props.onOver?.(octet)}
      onPointerLeave={() => props.onOver?.(null)}
      onClick={() => props.onChoose?.(octet)}
    >
      <span className={styles.octetValue} data-selected={props.chosen || undefined} title={`byte ${octet}`}>
        {hex(value)}
        <span className="sr-only">
          , byte {octet}, bits {reading}:{" "}
        </span>
      </span>
      <Bits bits={props.bits} kind={props.kind} marks={props.marks} />
      <span className={styles.octetWords}>{props.words}</span>
    </div>
  );
}

/** An integer: its prefix, then each continuation octet with what it adds. */
export function IntegerBits(props: {
  integer: IntegerPart;
  kind: Kind | "error";
  /** What the whole number means. */
  meaning: ReactNode;
  chosen?: number | null;
  onOver?: (octet: number | null) => void;
  onChoose?: (octet: number) => void;
}) {
  const { integer, kind } = props;
  const first = integer.bits.reduce((octet, { bit }) => octet * 2 + bit, 0);
  const handlers = {
    ...(props.onOver === undefined ? {} : { onOver: props.onOver }),
    ...(props.onChoose === undefined ? {} : { onChoose: props.onChoose }),
  };
  const lastNumber = integer.continuation.length - 1;
  return (
    <div className={styles.integer}>
      <OctetBits
        octet={integer.start}
        value={first}
        bits={integer.bits}
        kind={kind}
        chosen={props.chosen === integer.start}
        {...handlers}
        words={
          integer.prefixFull ? (
            <>
              {integer.prefixBits}-bit prefix full: <strong>{integer.prefixValue}</strong>, more follows
            </>
          ) : (
            props.meaning
          )
        }
      />
      {integer.continuation.map((step, number) => (
        <OctetBits
          key={step.octet}
          octet={step.octet}
          value={step.value}
          bits={digitsOf(step.value).map((bit, place) => ({ bit, as: place === 0 ? "flag" : "prefix" }))}
          kind={kind}
          chosen={props.chosen === step.octet}
          {...handlers}
          words={
            <>
              + {step.payload} × 2<sup>{step.shift}</sup> → <strong>{count(step.running)}</strong>
              {number === lastNumber && step.more && <span className="dim">, more follows</span>}
            </>
          }
        />
      ))}
      {integer.prefixFull && (
        <div className={clsx(styles.octetBits, styles.meaning)}>
          <span />
          <span className={styles.octetWords}>{props.meaning}</span>
        </div>
      )}
      {integer.superfluous > 0 && (
        <p className={styles.note}>
          {integer.superfluous === 1 ? "One byte" : `${integer.superfluous} bytes`} could have been left out: legal, but
          longer than necessary.
        </p>
      )}
    </div>
  );
}
