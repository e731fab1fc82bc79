/** Settings for how a session starts and how pasted text splits into blocks. */
import type { RefObject } from "react";
import { PriorEntries } from "../panes/prior-entries";
import { useInspector, useSession } from "../session/inspector";
import { DEFAULT_START, startOf } from "../session/options";
import { Button } from "../ui/button";
import { Field } from "../ui/control";
import { count } from "../ui/figures";
import { Stack } from "../ui/layout";
import { Popover } from "../ui/menu";
import { NumberField } from "../ui/number-field";
import { SelectField } from "../ui/select-field";
import styles from "./options-form.module.css";

export function OptionsPopover({ button, onClose }: { button: RefObject<HTMLElement | null>; onClose: () => void }) {
  const inspector = useInspector();
  const options = useSession((session) => session.options);
  const bySource = useSession((session) => (session.opened?.status === "ok" ? session.opened.initialTableSize : null));
  const changed = startOf(options) !== null;
  return (
    <Popover placement="bottom start" aria-label="Options" triggerRef={button} isOpen onOpenChange={onClose}>
      <Stack gap="wide" small className={styles.optionsForm}>
        <SelectField
          label="The first block starts with"
          value={options.start}
          options={STARTS}
          onChange={(start) => inspector.reopen({ start })}
        />
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
          <Field as="p">
            <span>{TABLE_SIZE}</span>
            <span>
              <strong>{count(bySource)}</strong>, set by the text
            </span>
          </Field>
        )}
        <PriorEntries
          rows={3}
          prior={options.prior}
          onPrior={(prior) => inspector.reopen({ prior })}
          pause={PAUSE_MS}
        />
        <SelectField
          label="Split the text into blocks"
          value={options.blocks}
          options={SPLITS}
          onChange={(blocks) => inspector.reopen({ blocks })}
        />
        {changed && <Button onClick={() => inspector.reopen(DEFAULT_START)}>Reset to defaults</Button>}
      </Stack>
    </Popover>
  );
}

const STARTS = [
  ["fresh", "An empty table"],
  ["unknown", "A table with unknown entries"],
] as const;
const SPLITS = [
  ["auto", "Detect automatically"],
  ["blank", "At blank lines"],
  ["lines", "At every line"],
] as const;

/** Typed entries are applied after a pause of this length, milliseconds. */
const PAUSE_MS = 500;

const TABLE_SIZE = "SETTINGS_HEADER_TABLE_SIZE at the start, bytes";
