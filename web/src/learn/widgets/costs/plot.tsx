/** What peers hold, frame by frame, on a logarithmic scale: it spans octets to gigabytes. */
import { octets } from "../../../ui/figures";

const WIDTH = 640;
const HEIGHT = 190;
const LEFT = 52;
const BOTTOM = 22;
const TOP = 8;

export function Plot(props: {
  lines: { name: string; kind: string; held: number[] }[];
  frames: number;
  closedAt: number | null;
}) {
  const { lines, frames } = props;
  const greatest = lines.reduce((most, { held }) => held.reduce((a, b) => Math.max(a, b), most), 1000);
  const powers = Math.ceil(Math.log10(greatest));
  const x = (frame: number) => LEFT + (frames === 1 ? 0.5 : (frame - 1) / (frames - 1)) * (WIDTH - LEFT - 8);
  const y = (held: number) =>
    held < 1 ? HEIGHT - BOTTOM : TOP + (1 - Math.log10(held) / powers) * (HEIGHT - BOTTOM - TOP);
  const ticks = Array.from({ length: Math.floor(powers / 3) + 1 }, (_, place) => 10 ** (place * 3));
  const said = lines.map(({ name, held }) => `${name}: ${octets(held.at(-1) ?? 0)}`).join("; ");
  return (
    <svg
      className="cost-plot"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Octets held after ${frames} frames. ${said}.`}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="cost-tick" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
            {octets(tick).replace("1000 B", "1 kB").replace("1.0 ", "1 ")}
          </text>
        </g>
      ))}
      <text x={LEFT} y={HEIGHT - 5}>
        frame 1
      </text>
      <text x={WIDTH - 4} y={HEIGHT - 5} textAnchor="end">
        frame {frames}
      </text>
      {lines.map(({ kind, held }) => (
        <polyline
          key={kind}
          className={`cost-line ${kind}`}
          points={held.map((octets, at) => `${x(at + 1).toFixed(1)},${y(octets).toFixed(1)}`).join(" ")}
        />
      ))}
    </svg>
  );
}
