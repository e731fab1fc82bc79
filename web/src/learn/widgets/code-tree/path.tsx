/** The path from the root: at each node both branches, and the symbols below them. */
import { clsx } from "clsx";
import type { CodeRow } from "../../../engine/types";
import { counted } from "../../../ui/figures";
import { below, symbolOf, type Walk } from "./code";
import styles from "./code-tree.module.css";
import { useEndInSight } from "./use-end-in-sight";

/** Number of symbols shown for a branch with more. */
const SAMPLE = 5;

export function Path(props: { codes: CodeRow[]; walked: Walk; onTake: (bit: "0" | "1") => void }) {
  const { codes, walked } = props;
  // At a leaf its path stays, until the next bit.
  const reached = walked.open === "" ? (walked.steps.at(-1)?.row.code ?? "") : "";
  const path = walked.open + reached;
  const box = useEndInSight(path);
  const nodes = Array.from({ length: path.length + (reached === "" ? 1 : 0) }, (_, depth) => path.slice(0, depth));
  return (
    <div ref={box} className={clsx("scroll", styles.path)}>
      <div className={styles.pathRoot}>root</div>
      {nodes.map((node) => {
        const taken = path[node.length];
        return (
          <div key={node.length}>
            <Lines taken={taken} from="node" />
            <div className={styles.pathBranches}>
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
      <span className={styles.branchBit}>{bit}</span>
      {isLeaf ? (
        <strong className={styles.branchSymbol}>{symbolOf(first)}</strong>
      ) : (
        <span className={styles.branchMore}>
          {counted(rows.length, "symbol")}
          <span className={clsx("cut", styles.branchSample)}>
            {rows.slice(0, SAMPLE).map(symbolOf).join(" ")}
            {rows.length > SAMPLE && " …"}
          </span>
        </span>
      )}
    </>
  );
  const name = clsx(styles.branch, isLeaf && styles.leaf);
  if (state !== "open")
    return (
      <div className={name} data-state={state}>
        {content}
      </div>
    );
  return (
    <button type="button" className={name} data-state={state} onClick={props.onTake}>
      <span className="sr-only">Branch </span>
      {content}
    </button>
  );
}

/** From a node to its two branches, or from the branch taken to the next node. */
function Lines({ taken, from }: { taken: string | undefined; from: "node" | "branch" }) {
  const [top, bottom] = from === "node" ? [0, 10] : [10, 0];
  return (
    <svg className={styles.pathLines} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {(from === "node" ? ["0", "1"] : [taken]).map((bit) => (
        <line
          key={bit}
          data-taken={taken === bit || undefined}
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
