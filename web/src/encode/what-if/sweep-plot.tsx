/** Bytes of all blocks by the size of the table, from 0 to 64 KiB, a curve for each policy. */
import { clsx } from "clsx";
import type { WhatIfAnswer, WhatIfCurve, WhatIfMenu } from "../../engine/types";
import { DataTable } from "../../ui/data-table";
import { count, counted } from "../../ui/figures";
import { Check, Row } from "../../ui/layout";
import { PlotFrame } from "../../ui/plot";
import { linearScale } from "../../ui/scale";
import { tip } from "../../ui/tip";
import { conclusion } from "./conclusion";
import { CURVES, Sample, SENT } from "./looks";
import { NAMED_SIZES, placeOfSize, sizeAt, sizeName, sizeRange } from "./scale";
import styles from "./what-if.module.css";
import { useWhatIfChoice } from "./what-if-context";

export function SweepPlot({
  answer,
  menu,
  isNew,
}: {
  answer: WhatIfAnswer;
  menu: WhatIfMenu;
  /** The figures belong to the current choice. */
  isNew: boolean;
}) {
  const [choice, change] = useWhatIfChoice();
  const { curves, sent, tried, maximums } = answer;
  const known = curves.flatMap(({ bytes }) => bytes.filter((one) => one !== null));
  const title = (id: string) => menu.choices.find((one) => one.id === id)?.title ?? id;
  const sentAt = placeOfSize(maximums[1], menu.sizes);
  return (
    <section aria-labelledby="what-if-sweep">
      <h2 className={clsx("heading", styles.title)} id="what-if-sweep">
        Bytes by table size
      </h2>
      {answer.curvesPart === 1 && (
        <p className={styles.conclusion} role="status">
          {conclusion(curves, menu.sizes, sent.bytes, title)}
        </p>
      )}
      <PlotFrame
        label={`Bytes of all blocks by table size: ${curves.map((curve) => spoken(curve, title(curve.choices))).join("; ")}. Sent: ${count(sent.bytes)}.`}
        up="bytes of all header blocks"
        along="maximum size of the dynamic table"
        scale={linearScale(Math.max(sent.bytes, ...known))}
        read={(place) => {
          const at = Math.round(place * (menu.sizes.length - 1));
          const figures = curves.flatMap(({ choices, bytes }) =>
            bytes[at] == null ? [] : [`${title(choices)} ${counted(bytes[at], "byte")}`],
          );
          const words = [...figures, `sent ${counted(sent.bytes, "byte")}`].join(", ");
          return {
            place: at / (menu.sizes.length - 1),
            words: `Table of ${counted(menu.sizes[at] ?? 0, "byte")}: ${words}.`,
          };
        }}
        marks={NAMED_SIZES.map((size) => ({ place: placeOfSize(size, menu.sizes), text: sizeName(size) }))}
        onPlace={(place) => change({ maximum: sizeAt(place, menu.sizes) })}
      >
        {({ x, y }) => (
          <>
            <line {...SENT} x1={x(0)} x2={x(1)} y1={y(sent.bytes)} y2={y(sent.bytes)} />
            {[...curves].reverse().map((curve) => (
              <path key={curve.choices} {...lookOf(curve, curves)} fill="none" d={pathOf(curve, x, y)} />
            ))}
            <path className={styles.sentMark} d={`M${x(sentAt)},${y(sent.bytes) - 6}l6,6l-6,6l-6,-6Z`} />
            {isNew && tried !== null && (
              <circle
                className={styles.triedMark}
                cx={x(choice.maximum === null ? sentAt : placeOfSize(choice.maximum, menu.sizes))}
                cy={y(tried.bytes)}
                r="5"
              />
            )}
          </>
        )}
      </PlotFrame>
      <Row as="p" gap="items" className={styles.legend}>
        <Sample look={SENT} mark={<path className={styles.sentMark} d="M13,1l5,5l-5,5l-5,-5Z" />}>
          sent, {sizeRange(maximums)}
        </Sample>
        {curves.map((curve) => (
          <Sample key={curve.choices} look={lookOf(curve, curves)}>
            {title(curve.choices)}
          </Sample>
        ))}
        {answer.curvesPart < 1 && (
          <span className="dim" role="status">
            {Math.round(answer.curvesPart * 100)}&#8239;% of the sizes tried
          </span>
        )}
      </Row>
      <p className="dim">
        A curve need not pass through the diamond: its policy makes other choices than the sender did. Any size but the
        one that the table starts with costs a size update.
      </p>
      <details className={styles.more}>
        <summary>Policies to compare</summary>
        <fieldset className={styles.compare}>
          <legend className="sr-only">Policies whose curves are drawn</legend>
          {menu.choices.map(({ id, title, about }) => (
            <Check
              key={id}
              {...tip(about)}
              checked={choice.compare.includes(id) || id === choice.choices}
              disabled={id === choice.choices}
              onChange={(checked) =>
                change({
                  compare: menu.choices
                    .map((one) => one.id)
                    .filter((one) => (one === id ? checked : choice.compare.includes(one))),
                })
              }
            >
              {title}
            </Check>
          ))}
        </fieldset>
      </details>
      <details className={styles.more}>
        <summary>As a table</summary>
        <SweepTable answer={answer} menu={menu} title={title} />
      </details>
    </section>
  );
}

function lookOf(curve: WhatIfCurve, curves: WhatIfCurve[]) {
  return CURVES[curves.indexOf(curve) % CURVES.length];
}

function pathOf({ bytes }: WhatIfCurve, x: (place: number) => number, y: (bytes: number) => number): string {
  const points = bytes.flatMap((found, number) =>
    found === null ? [] : [`${x(number / (bytes.length - 1)).toFixed(1)},${y(found).toFixed(1)}`],
  );
  return points.length === 0 ? "" : `M${points.join("L")}`;
}

function spoken({ bytes }: WhatIfCurve, title: string): string {
  const first = bytes[0];
  const last = bytes.at(-1);
  if (first == null || last == null) return title;
  return `${title} from ${count(first)} at size 0 to ${count(last)} at 65536`;
}

function SweepTable({
  answer,
  menu,
  title,
}: {
  answer: WhatIfAnswer;
  menu: WhatIfMenu;
  title: (id: string) => string;
}) {
  return (
    <div
      className={clsx("scroll", styles.scroll)}
      tabIndex={0}
      role="region"
      aria-label="Bytes by table size, as a table"
    >
      <DataTable figures wide columns={["size, bytes", ...answer.curves.map(({ choices }) => title(choices))]}>
        {menu.sizes.map((size, number) => (
          <tr key={size}>
            <th scope="row">{count(size)}</th>
            {answer.curves.map(({ choices, bytes }) => (
              <td key={choices}>{bytes[number] == null ? "…" : count(bytes[number] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
