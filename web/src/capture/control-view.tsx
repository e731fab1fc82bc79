/** SETTINGS, the maximum of each table, and RST_STREAM and GOAWAY, over time. */
import type { Control, Sender } from "../engine/types";
import { useCachedOrLast, useInspector } from "../session/inspector";
import { SENDER_ARROWS, WHO } from "../session/place-name";
import { Button } from "../ui/button";
import { DataTable } from "../ui/data-table";
import { count, seconds } from "../ui/figures";
import { Empty, PaneBody } from "../ui/pane";
import { tip } from "../ui/tip";
import styles from "./control-view.module.css";

/** Lines shown at most. */
const LINES = 1000;

const TABLE_SIZE = "HEADER_TABLE_SIZE";

export function ControlView() {
  const answer = useCachedOrLast((known) => known.control(0, LINES));
  if (answer === null) return null;
  const { total, list } = answer;
  if (total === 0) return <Empty>No SETTINGS, GOAWAY or RST_STREAM in this connection</Empty>;
  return (
    <PaneBody label="Settings over time">
      <div className={styles.controlTables}>
        <TableSize of="client" list={list} />
        <TableSize of="server" list={list} />
      </div>
      <DataTable
        wide
        className={styles.controlList}
        caption={<caption>All SETTINGS, RST_STREAM and GOAWAY frames</caption>}
        columns={[
          { name: "frame", className: "number" },
          { name: "time, s", className: "number" },
          { name: "sender", hidden: true },
          "event",
          "values",
        ]}
      >
        {list
          .filter(({ what }) => what !== "maximum")
          .map((control) => (
            <Line key={`${control.frame} ${control.what}`} control={control} />
          ))}
      </DataTable>
      {total > list.length && (
        <p className="dim">and {count(total - list.length)} more: filter the frames by type to see them</p>
      )}
    </PaneBody>
  );
}

/** Table size for one side's header blocks: the peer announces, the side acknowledges and uses it. */
function TableSize({ of, list }: { of: Sender; list: Control[] }) {
  const steps = list.flatMap((control) => stepOf(control, of));
  return (
    <section aria-label={`Table of the ${WHO[of]}'s header blocks`}>
      <h3>
        <span aria-hidden="true">{SENDER_ARROWS[of]}</span> table of the {WHO[of]}'s header blocks
      </h3>
      <ol>
        {steps.length === 0 && <li className="dim">4096 bytes (default; no change captured)</li>}
        {steps.map(({ control, text, size }) => (
          <li key={`${control.frame} ${control.what} ${control.row} ${size}`}>
            <FrameLink control={control} /> {text} <strong>{count(size)}</strong>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepOf(control: Control, of: Sender): { control: Control; text: string; size: number }[] {
  const sizes = (control.settings ?? []).filter(([name]) => name === TABLE_SIZE).map(([, size]) => size);
  const isOwn = control.sender === of;
  if (control.what === "announced" && !isOwn) {
    return sizes.map((size) => ({ control, text: `${WHO[control.sender]} announces`, size }));
  }
  if (control.what === "acknowledged" && isOwn) {
    return sizes.map((size) => ({ control, text: `${WHO[of]} acknowledges: the limit is`, size }));
  }
  if (control.what === "maximum" && isOwn && control.maximum !== null) {
    return [{ control, text: "size update: the maximum in use is", size: control.maximum }];
  }
  return [];
}

const NAMES: Record<Control["what"], string> = {
  announced: "SETTINGS",
  acknowledged: "SETTINGS, acknowledged",
  maximum: "size update",
  reset: "RST_STREAM",
  goaway: "GOAWAY",
};

function Line({ control }: { control: Control }) {
  const inspector = useInspector();
  const { what, provokedBy, settings } = control;
  return (
    <tr>
      <td className="number">
        <FrameLink control={control} />
      </td>
      <td className="mono dim number">{control.since === null ? "–" : seconds(control.since)}</td>
      <td {...tip(WHO[control.sender])}>
        <span aria-hidden="true">{SENDER_ARROWS[control.sender]}</span>
        <span className="sr-only">{WHO[control.sender]}</span>
      </td>
      <td>
        {NAMES[what]}
        {control.stream > 0 && ` ${control.stream}`}
      </td>
      <td className="mono">
        {what === "reset" || what === "goaway" ? control.text : settingsText(settings)}
        {provokedBy !== null && (
          <>
            {" "}
            <Button look="link" onClick={() => inspector.selectBlock(provokedBy)}>
              caused by block {provokedBy + 1}
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}

function settingsText(settings: Control["settings"]): string {
  if (settings === null) return "settings not captured";
  return settings.length === 0 ? "none" : settings.map(([name, value]) => `${name} ${value}`).join(", ");
}

/** Links to the frame in the timeline, or a size update to its step. */
function FrameLink({ control }: { control: Control }) {
  const inspector = useInspector();
  const { frame, row } = control;
  return (
    <Button
      look="link"
      className="mono"
      aria-label={`frame ${frame + 1}`}
      onClick={async () => {
        await inspector.showFrame(frame);
        if (row !== null) await inspector.selectRow(row);
        inspector.showTab("frames");
      }}
    >
      {count(frame + 1)}
    </Button>
  );
}
