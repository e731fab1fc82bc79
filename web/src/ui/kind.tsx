import { clsx } from "clsx";
import type { HTMLAttributes } from "react";
import { KINDS, type Kind } from "../engine/types";
import { counted } from "./figures";
import styles from "./kind.module.css";
import { Row } from "./layout";
import { tip } from "./tip";

export const KIND_NAMES: Record<Kind, string> = {
  indexed: "indexed",
  incremental: "incremental",
  without: "without indexing",
  never: "never indexed",
  "size-update": "size update",
};

/** The mark of a representation, error, warning or frame. */
export function KindMark({ kind }: { kind: Kind | "error" | "frame" | "warning" }) {
  return <span className={styles.mark} data-mark="" data-kind={kind} aria-hidden="true" />;
}

/** Number of bytes of each kind, and of the rest. */
export function KindBar(props: { bytesOf: Readonly<Record<Kind, number>>; left?: number; broken?: boolean }) {
  const { bytesOf, left = 0, broken = false } = props;
  return (
    <span className={styles.bar} data-kind-bar="" aria-hidden="true">
      {KINDS.filter((kind) => bytesOf[kind] > 0).map((kind) => (
        <span
          key={kind}
          data-kind={kind}
          style={{ flexGrow: bytesOf[kind] }}
          title={`${KIND_NAMES[kind]}: ${counted(bytesOf[kind], "byte")}`}
        />
      ))}
      {left > 0 && <span data-kind={broken ? "error" : "none"} style={{ flexGrow: left }} />}
    </span>
  );
}

/** The representations with their marks, all by default, and further items. */
export function KindLegend(props: HTMLAttributes<HTMLElement> & { kinds?: readonly Kind[] }) {
  const { kinds = KINDS, className, children, ...rest } = props;
  return (
    <Row as="ul" gap="items" className={clsx(styles.legend, className)} aria-label="Representations" {...rest}>
      {kinds.map((kind) => (
        <li key={kind}>
          <KindMark kind={kind} /> {KIND_NAMES[kind]}
        </li>
      ))}
      {children}
    </Row>
  );
}

export function KindName({ kind, short = false }: { kind: Kind; short?: boolean }) {
  const name = KIND_NAMES[kind];
  return (
    <span className={styles.name} data-kind={kind}>
      <KindMark kind={kind} />
      {short ? <span {...tip(name)}>{name.replace(" indexing", "").replace(" indexed", "")}</span> : name}
    </span>
  );
}
