/** The settings of how a session starts and how pasted text splits into blocks, below their button. */
import type { RefObject } from "react";
import { Popover } from "react-aria-components";
import type { OpenOptions } from "../engine/types";
import { startOf, USUAL_START } from "../session/options";
import { count } from "../ui/figures";
import { NumberField } from "../ui/number-field";
import { PriorEntries } from "../ui/prior-entries";
import { useInspector, useSession } from "./inspector";
import styles from "./options-form.module.css";

export function OptionsPopover({ button, onClose }: { button: RefObject<HTMLElement | null>; onClose: () => void }) {
  const inspector = useInspector();
  const options = useSession((session) => session.options);
  const bySource = useSession((session) => (session.opened?.status === "ok" ? session.opened.initialTableSize : null));
  const changed = startOf(options) !== null;
  return (
    <Popover
      className="popover"
      placement="bottom start"
      aria-label="Start and splitting"
      triggerRef={button}
      isOpen
      onOpenChange={onClose}
    >
      <div className={styles.optionsForm}>
        <label className="option">
          <span>The first block starts with</span>
          <select
            className="control"
            value={options.start}
            onChange={(event) => inspector.reopen({ start: event.target.value as OpenOptions["start"] })}
          >
            <option value="fresh">An empty table</option>
            <option value="unknown">A table with unknown entries</option>
          </select>
        </label>
        {bySource === null ? (
          <NumberField
            label={TABLE_SIZE}
            value={options.maxTableSize}
            least={0}
            most={2 ** 32 - 1}
            late
            onChange={(size) => size !== null && inspector.reopen({ maxTableSize: size })}
          />
        ) : (
          <p className="option">
            <span>{TABLE_SIZE}</span>
            <span>
              <strong>{count(bySource)}</strong>, set by the text
            </span>
          </p>
        )}
        <PriorEntries
          className="option"
          fieldClassName="control"
          rows={3}
          prior={options.prior}
          onPrior={(prior) => inspector.reopen({ prior })}
          pause={PAUSE_MS}
        />
        <label className="option">
          <span>Split the text into blocks</span>
          <select
            className="control"
            value={options.blocks}
            onChange={(event) => inspector.reopen({ blocks: event.target.value as OpenOptions["blocks"] })}
          >
            <option value="auto">Detect automatically</option>
            <option value="blank">At blank lines</option>
            <option value="lines">At every line</option>
          </select>
        </label>
        {changed && (
          <button type="button" className="button" onClick={() => inspector.reopen(USUAL_START)}>
            Reset to defaults
          </button>
        )}
      </div>
    </Popover>
  );
}

/** Entries that are typed are taken over once the typing pauses, milliseconds. */
const PAUSE_MS = 500;

const TABLE_SIZE = "SETTINGS_HEADER_TABLE_SIZE at the start, bytes";
