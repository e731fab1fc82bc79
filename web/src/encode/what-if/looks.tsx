/** Lines of the plots, told apart by color and dashes, and their samples in a legend. */
import type { ReactNode, SVGAttributes } from "react";
import { Row } from "../../ui/layout";

type Look = Pick<SVGAttributes<SVGElement>, "stroke" | "strokeWidth" | "strokeDasharray">;

export const SENT: Look = { stroke: "var(--dim)", strokeDasharray: "3 3" };
export const TRIED: Look = { stroke: "var(--accent)", strokeWidth: 2 };

export const CURVES: readonly Look[] = [
  { stroke: "var(--accent)", strokeWidth: 2.75 },
  { stroke: "var(--without)", strokeWidth: 1.5, strokeDasharray: "7 3" },
  { stroke: "var(--never)", strokeWidth: 1.5, strokeDasharray: "2 3" },
  { stroke: "var(--incremental)", strokeWidth: 1.5, strokeDasharray: "10 3 2 3" },
  { stroke: "var(--size-update)", strokeWidth: 1.5, strokeDasharray: "4 4" },
  { stroke: "var(--text)", strokeWidth: 1.5, strokeDasharray: "1 4" },
  { stroke: "var(--dim)", strokeWidth: 1.5, strokeDasharray: "12 4" },
];

export function Sample({ look, mark, children }: { look: Look | undefined; mark?: ReactNode; children: ReactNode }) {
  return (
    <Row as="span" gap="small">
      <svg width="26" height="12" aria-hidden="true">
        <line {...look} x1="0" x2="26" y1="6" y2="6" />
        {mark}
      </svg>
      {children}
    </Row>
  );
}
