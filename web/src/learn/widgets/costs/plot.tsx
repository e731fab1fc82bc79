/** What peers hold, frame by frame, on a logarithmic scale: it spans bytes to gigabytes. */
import { clsx } from "clsx";
import { octets } from "../../../ui/figures";
import { useWidth } from "../../../ui/use-width";
import styles from "./costs.module.css";

const HEIGHT = 246;
const LEFT = 60;
const RIGHT = 8;
const TOP = 28;
const BOTTOM = 38;
/** Nothing has no place on a logarithmic scale: it has one of its own, so far below 1 B, pixels. */
const NOTHING = 22;

export function Plot(props: { lines: { name: string; kind: string; held: number[] }[]; frames: number }) {
  const { lines, frames } = props;
  const [box, width] = useWidth<HTMLDivElement>(640);
  const greatest = lines.reduce((most, { held }) => held.reduce((a, b) => Math.max(a, b), most), 1000);
  const powers = Math.ceil(Math.log10(greatest));
  const [bottom, one] = [HEIGHT - BOTTOM, HEIGHT - BOTTOM - NOTHING];
  const x = (frame: number) => LEFT + (frames === 1 ? 0.5 : (frame - 1) / (frames - 1)) * (width - LEFT - RIGHT);
  const y = (held: number) => (held < 1 ? bottom : one - (Math.log10(held) / powers) * (one - TOP));
  const said = lines.map(({ name, held }) => `${name}: ${octets(held.at(-1) ?? 0)}`).join("; ");
  return (
    <div ref={box} className={styles.costPlot}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`Bytes held after ${frames} frames, on a logarithmic scale. ${said}.`}
      >
        <text className={styles.costAxis} x={0} y={13}>
          bytes held, on a logarithmic scale
        </text>
        {Array.from({ length: powers + 1 }, (_, power) => 10 ** power).map((tick, power) => (
          <g key={tick}>
            <line
              className={clsx(styles.costTick, power % 3 !== 0 && styles.minor)}
              x1={LEFT}
              x2={width}
              y1={y(tick)}
              y2={y(tick)}
            />
            {power % 3 === 0 && (
              <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
                {["1 B", "1 kB", "1 MB", "1 GB"][power / 3]}
              </text>
            )}
          </g>
        ))}
        <line className={styles.costTick} x1={LEFT} x2={width} y1={bottom} y2={bottom} />
        <text x={LEFT - 6} y={bottom + 4} textAnchor="end">
          nothing
        </text>
        <text x={LEFT} y={bottom + 16}>
          1
        </text>
        <text x={width - RIGHT} y={bottom + 16} textAnchor="end">
          {frames}
        </text>
        <text className={styles.costAxis} x={(LEFT + width) / 2} y={HEIGHT - 4} textAnchor="middle">
          frames received
        </text>
        {lines.map(({ kind, held }) => (
          <polyline
            key={kind}
            className={styles.costLine}
            data-of={kind}
            points={held.map((octets, at) => `${x(at + 1).toFixed(1)},${y(octets).toFixed(1)}`).join(" ")}
          />
        ))}
      </svg>
    </div>
  );
}
