/** A representation's name and mark: colour, pattern and words together. */
import type { Kind } from "../engine/types";
import { tip } from "./tip";

export const KIND_NAMES: Record<Kind, string> = {
  indexed: "indexed",
  incremental: "incremental",
  without: "without indexing",
  never: "never indexed",
  "size-update": "size update",
};

/** In a column too narrow for the name. */
const KIND_BRIEF: Record<Kind, string> = {
  indexed: "idx",
  incremental: "incr",
  without: "w/o",
  never: "never",
  "size-update": "size",
};

export function KindMark({ kind }: { kind: Kind | "error" }) {
  return <span className="mark" data-kind={kind} aria-hidden="true" />;
}

export function KindName({ kind, short = false }: { kind: Kind; short?: boolean }) {
  const name = KIND_NAMES[kind];
  return (
    <span className="kind-name" data-kind={kind}>
      <KindMark kind={kind} />
      {short ? (
        <span data-brief={KIND_BRIEF[kind]} {...tip(name)}>
          <span>{name.replace(" indexing", "").replace(" indexed", "")}</span>
        </span>
      ) : (
        name
      )}
    </span>
  );
}
