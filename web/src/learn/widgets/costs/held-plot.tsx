/** Memory held by peers, frame by frame, on a logarithmic scale: it spans bytes to gigabytes. */
import { bytes, count } from "../../../ui/figures";
import { PlotFrame } from "../../../ui/plot";
import type { Scale } from "../../../ui/scale";
import styles from "./costs.module.css";

/** Zero has no place on a logarithmic scale: it is drawn this far below 1 B, as a fraction of the scale. */
const NOTHING = 0.12;

export function HeldPlot(props: { lines: { name: string; kind: string; held: number[] }[]; frames: number }) {
  const { lines, frames } = props;
  const said = lines.map(({ name, held }) => `${name}: ${bytes(held.at(-1) ?? 0)}`).join("; ");
  return (
    <PlotFrame
      label={`Bytes held after ${frames} frames, on a logarithmic scale. ${said}.`}
      up="bytes held, on a logarithmic scale"
      along="frames received"
      scale={scaleTo(lines.reduce((most, { held }) => held.reduce((a, b) => Math.max(a, b), most), 1000))}
      written={(figure) => (figure === 0 ? "nothing" : (WRITTEN.get(figure) ?? null))}
      marks={[
        { place: 0, text: "1" },
        { place: 1, text: count(frames) },
      ]}
    >
      {({ x, y }) =>
        lines.map(({ kind, held }) => (
          <polyline
            key={kind}
            className={styles.costLine}
            data-of={kind}
            points={held
              .map((bytes, at) => `${x(at / Math.max(frames - 1, 1)).toFixed(1)},${y(bytes).toFixed(1)}`)
              .join(" ")}
          />
        ))
      }
    </PlotFrame>
  );
}

const WRITTEN = new Map([
  [1, "1 B"],
  [1e3, "1 kB"],
  [1e6, "1 MB"],
  [1e9, "1 GB"],
]);

/** Up to the power of ten above `most`. */
function scaleTo(most: number): Scale {
  const powers = Math.ceil(Math.log10(most));
  return {
    at: (held) => (held < 1 ? 0 : NOTHING + (Math.log10(held) / powers) * (1 - NOTHING)),
    ticks: [0, ...Array.from({ length: powers + 1 }, (_, power) => 10 ** power)],
  };
}
