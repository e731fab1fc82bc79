/** A CONTINUATION flood (RFC 9113 §10.5): a header block that never ends, and the memory that it takes. */
import { useState } from "react";
import { FLOOD_CONTENTS, type Flooded, type Flood as Given } from "../../../engine/types";
import { useFunctions } from "../../../inspector/inspector";
import { DataTable } from "../../../ui/data-table";
import { bytes, count, counted } from "../../../ui/figures";
import { Said } from "../../../ui/said";
import { Section } from "../../../ui/section";
import { SelectField } from "../../../ui/select-field";
import { Controls, Sideways, Slider, Widget } from "../parts";
import styles from "./costs.module.css";
import { HeldPlot } from "./held-plot";
import { LimitSelect } from "./limits";

const SIZES = [16, 256, 1024, 4096, 16_384];
/** The most CONTINUATION frames that some servers allow in a header block: nghttp2 since 1.61.0. */
const FRAMES_ALLOWED = 8;

const CONTENTS: Record<Given["content"], string> = {
  fields: "new fields",
  references: "references to one large entry",
  empty: "nothing (empty frames)",
};

export function Flood() {
  const [given, setGiven] = useState<Given>({ frames: 128, bytes: 16_384, content: "fields", listLimit: 65_536 });
  const flooded = useFunctions((core) => core.flood(given));
  return (
    <Widget name="A CONTINUATION flood">
      <Controls>
        <SelectField
          label="Each frame contains"
          value={given.content}
          options={FLOOD_CONTENTS.map((content) => [content, CONTENTS[content]] as const)}
          onChange={(content) => setGiven({ ...given, content })}
        />
        <SelectField
          label="Payload of a frame"
          value={given.bytes}
          disabled={given.content === "empty"}
          options={SIZES.map((size) => [size, `${count(size)} bytes`] as const)}
          onChange={(bytes) => setGiven({ ...given, bytes })}
        />
        <LimitSelect
          value={given.listLimit}
          onChange={(limit) => setGiven({ ...given, listLimit: limit ?? given.listLimit })}
        />
      </Controls>
      <Slider
        label="Frames without END_HEADERS"
        value={given.frames}
        min={1}
        max={512}
        shown={count(given.frames)}
        onChange={(frames) => setGiven({ ...given, frames })}
      />
      {flooded !== null && <Outcome flooded={flooded} given={given} />}
    </Widget>
  );
}

function Outcome({ flooded, given }: { flooded: Flooded; given: Given }) {
  const { closedAt } = flooded;
  const last = (held: number[]) => held.at(-1) ?? 0;
  const most = (held: number[]) => held.reduce((a, b) => Math.max(a, b), 0);
  // HEADERS comes first, then the allowed frames, then the one too many.
  const tooMany = FRAMES_ALLOWED + 2;
  const counting = flooded.collected.map((held, at) => (at + 1 < tooMany ? held : 0));
  const peers = [
    {
      name: "collects the block, then decodes it",
      kind: "collects",
      held: flooded.collected,
      ends: "waits for END_HEADERS",
    },
    {
      name: "decodes as it comes, keeps every field",
      kind: "decodes",
      held: flooded.decoded,
      ends: "waits for END_HEADERS",
    },
    {
      name: "decodes as it comes, up to the limit",
      kind: "limits",
      held: flooded.limited,
      ends: closedAt === null ? "still below the limit" : `closes at frame ${count(closedAt)}`,
    },
    {
      name: `takes at most ${FRAMES_ALLOWED} CONTINUATION frames`,
      kind: "counts",
      held: counting,
      ends: flooded.frames < tooMany ? "still below the limit" : `closes at frame ${tooMany}`,
    },
  ];
  return (
    <>
      <HeldPlot lines={peers} frames={flooded.frames} />
      <Sideways label="Peers">
        <DataTable
          figures
          className={styles.costTable}
          aria-label="What peers hold"
          columns={["a peer that", "holds at most", "holds now"]}
        >
          {peers.map(({ name, kind, held, ends }) => (
            <tr key={kind}>
              <th scope="row">
                <span className={styles.costKey} data-of={kind} aria-hidden="true" /> {name}
                <span className={styles.costEnds}>{ends}</span>
              </th>
              <td>{bytes(most(held))}</td>
              <td>{bytes(last(held))}</td>
            </tr>
          ))}
        </DataTable>
      </Sideways>
      <Said>
        <p>
          {counted(flooded.frames, "frame")} and {bytes(flooded.wireBytes)} were sent, but no header block is complete:
          no request has begun that could be refused or logged.{" "}
          {given.content === "empty" &&
            "Nothing accumulates and no limit on bytes is ever exceeded, but each frame costs work: only counting the frames helps. "}
          {given.content === "references" &&
            `One byte of reference stands for ${counted(4096, "byte")} of header list: keeping the fields is worse than keeping the block. `}
          A peer may close such a connection with ENHANCE_YOUR_CALM <Section section="RFC 9113 §10.5" />.
        </p>
      </Said>
    </>
  );
}
