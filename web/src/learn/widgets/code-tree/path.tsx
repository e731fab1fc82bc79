/** The way from the root: at each node both branches, and what is below them. */
import type { CodeRow } from "../../../engine/types";
import { counted } from "../../../ui/figures";
import { below, symbolOf, type Walk } from "./code";
import { useEndInSight } from "./use-end-in-sight";

/** Symbols that stand for a branch with more. */
const SAMPLE = 5;

export function Path(props: { codes: CodeRow[]; walked: Walk; onTake: (bit: "0" | "1") => void }) {
  const { codes, walked } = props;
  // At a leaf the way to it is shown, until the next bit.
  const reached = walked.open === "" ? (walked.steps.at(-1)?.row.code ?? "") : "";
  const path = walked.open + reached;
  const box = useEndInSight(path);
  const nodes = Array.from({ length: path.length + (reached === "" ? 1 : 0) }, (_, depth) => path.slice(0, depth));
  return (
    <div ref={box} className="path scroll">
      <div className="path-root">root</div>
      {nodes.map((node) => {
        const taken = path[node.length];
        return (
          <div key={node.length} className="path-level">
            <Lines taken={taken} from="node" />
            <div className="path-branches">
              {(["0", "1"] as const).map((bit) => (
                <Branch
                  key={bit}
                  bit={bit}
                  rows={below(codes, node + bit)}
                  state={taken === undefined ? "open" : taken === bit ? "taken" : "passed"}
                  onTake={() => props.onTake(bit)}
                />
              ))}
            </div>
            {taken !== undefined && node.length + 1 < path.length + (reached === "" ? 1 : 0) && (
              <Lines taken={taken} from="branch" />
            )}
          </div>
        );
      })}
    </div>
  );
}

function Branch(props: { bit: "0" | "1"; rows: CodeRow[]; state: "open" | "taken" | "passed"; onTake: () => void }) {
  const { bit, rows, state } = props;
  const [first] = rows;
  const isLeaf = rows.length === 1 && first !== undefined;
  const content = (
    <>
      <span className="branch-bit">{bit}</span>
      {isLeaf ? (
        <strong className="branch-symbol">{symbolOf(first)}</strong>
      ) : (
        <span className="branch-more">
          {counted(rows.length, "symbol")}
          <span className="branch-sample">
            {rows.slice(0, SAMPLE).map(symbolOf).join(" ")}
            {rows.length > SAMPLE && " …"}
          </span>
        </span>
      )}
    </>
  );
  const name = `branch ${state}${isLeaf ? " leaf" : ""}`;
  if (state !== "open") return <div className={name}>{content}</div>;
  return (
    <button type="button" className={name} onClick={props.onTake}>
      <span className="sr-only">Branch </span>
      {content}
    </button>
  );
}

/** From a node to its two branches, or from the branch that was taken to the next node. */
function Lines({ taken, from }: { taken: string | undefined; from: "node" | "branch" }) {
  const [top, bottom] = from === "node" ? [0, 10] : [10, 0];
  return (
    <svg className="path-lines" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {(from === "node" ? ["0", "1"] : [taken]).map((bit) => (
        <line
          key={bit}
          className={taken === bit ? "taken" : undefined}
          x1={50}
          y1={top}
          x2={bit === "0" ? 25 : 75}
          y2={bottom}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
