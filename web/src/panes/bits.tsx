/** The bits of an integer (RFC 7541 §5.1), one byte a row with its meaning. */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { IntegerPart, Kind } from "../engine/types";
import { count, hex } from "../ui/figures";
import { Note, Stack } from "../ui/layout";
import { tip } from "../ui/tip";
import styles from "./bits.module.css";

type As = "pattern" | "flag" | "prefix" | "broken";

/** Eight bits, with a gap where the meaning changes. */
function Bits({
  bits,
  kind,
  marks,
  shift = null,
}: {
  bits: { bit: number; as: As }[];
  kind: Kind | "error";
  marks?: ReadonlySet<number> | undefined;
  /** Weight of the last bit as a power of two, if weights are shown. */
  shift?: number | null | undefined;
}) {
  return (
    <span className={styles.bits} data-kind={kind} data-weighed={shift !== null || undefined} aria-hidden="true">
      {bits.map(({ bit, as }, place) => (
        <span
          key={place}
          className={clsx(styles.bit, bits[place - 1] !== undefined && bits[place - 1]?.as !== as && styles.bitNew)}
          data-as={as}
          data-error={marks?.has(place) || undefined}
          {...tip(marks?.has(place) ? `bit ${place}: error here` : WHAT[as])}
        >
          {bit}
          {shift !== null && <Weight power={as === "prefix" ? 7 - place + shift : null} />}
        </span>
      ))}
    </span>
  );
}

function Weight({ power }: { power: number | null }) {
  if (power === null) return <span className={styles.weight} />;
  return <span className={styles.weight}>{power < 10 ? 2 ** power : [2, <sup key="power">{power}</sup>]}</span>;
}

const WHAT: Record<As, string> = {
  pattern: "pattern: which representation this is",
  flag: "flag",
  prefix: "bit of the integer",
  broken: "bit of the byte with the error",
};

export function digitsOf(byte: number): number[] {
  return Array.from({ length: 8 }, (_, place) => (byte >> (7 - place)) & 1);
}

export function ByteBits(props: {
  byte: number;
  value: number;
  bits: { bit: number; as: As }[];
  kind: Kind | "error";
  words: ReactNode;
  chosen?: boolean;
  marks?: ReadonlySet<number> | undefined;
  shift?: number | null;
  onOver?: ((byte: number | null) => void) | undefined;
  onChoose?: ((byte: number) => void) | undefined;
}) {
  const { byte, value } = props;
  const reading = props.bits.map(({ bit }) => bit).join("");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer's short cut; the byte grid has the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: a pointer's short cut; the byte grid has the keys
    <div
      className={styles.byteBits}
      data-chosen={props.chosen || undefined}
      onPointerEnter={() => props.onOver?.(byte)}
      onPointerLeave={() => props.onOver?.(null)}
      onClick={() => props.onChoose?.(byte)}
    >
      <span className="dim mono" data-selected={props.chosen || undefined} {...tip(`byte ${byte}`)}>
        {hex(value)}
        <span className="sr-only">
          , byte {byte}, bits {reading}:{" "}
        </span>
      </span>
      <Bits bits={props.bits} kind={props.kind} marks={props.marks} shift={props.shift} />
      <span className={styles.byteWords}>{props.words}</span>
    </div>
  );
}

/** An integer: its prefix, then each continuation byte with what it adds. */
export function IntegerBits(props: {
  integer: IntegerPart;
  kind: Kind | "error";
  meaning: ReactNode;
  /** Shows each bit's weight. */
  weights?: boolean;
  chosen?: number | null;
  onOver?: (byte: number | null) => void;
  onChoose?: (byte: number) => void;
}) {
  const { integer, kind, weights = false, onOver, onChoose } = props;
  const first = integer.bits.reduce((byte, { bit }) => byte * 2 + bit, 0);
  const lastNumber = integer.continuation.length - 1;
  return (
    <Stack gap="tight">
      <ByteBits
        byte={integer.start}
        value={first}
        bits={integer.bits}
        kind={kind}
        chosen={props.chosen === integer.start}
        shift={weights ? 0 : null}
        {...{ onOver, onChoose }}
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
        <ByteBits
          key={step.byte}
          byte={step.byte}
          value={step.value}
          bits={digitsOf(step.value).map((bit, place) => ({ bit, as: place === 0 ? "flag" : "prefix" }))}
          kind={kind}
          chosen={props.chosen === step.byte}
          shift={weights ? step.shift : null}
          {...{ onOver, onChoose }}
          words={
            <>
              + {step.payload} × 2<sup>{step.shift}</sup> → <strong>{count(step.running)}</strong>
              {number === lastNumber && step.more && <span className="dim">, more follows</span>}
            </>
          }
        />
      ))}
      {integer.prefixFull && (
        <div className={clsx(styles.byteBits, styles.meaning)}>
          <span />
          <span className={styles.byteWords}>{props.meaning}</span>
        </div>
      )}
      {integer.superfluous > 0 && (
        <Note>
          {integer.superfluous === 1 ? "One byte" : `${integer.superfluous} bytes`} could have been left out: legal, but
          longer than necessary.
        </Note>
      )}
    </Stack>
  );
}
