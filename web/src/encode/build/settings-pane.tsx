/** Policy, table sizes, and framing. */
import { clsx } from "clsx";
import type { FramingOptions, MenuOption, PolicyNames } from "../../engine/types";
import { Button } from "../../ui/button";
import { Check } from "../../ui/layout";
import { NumberField } from "../../ui/number-field";
import { Pane } from "../../ui/pane";
import { SelectField } from "../../ui/select-field";
import { useComposed, useComposer } from "../composer";
import { chooseNothing, DEFAULT_MAX_FRAME_SIZE, setChanges, USUAL_FRAMING } from "../composition";
import styles from "./build.module.css";
import { PriorText } from "./prior-text";

const U32 = 2 ** 32 - 1;
const STREAMS = 2 ** 31 - 1;

export function SettingsPane() {
  return (
    <Pane id="build-settings-pane" title="Settings">
      <div className={clsx("scroll fill small", styles.settings)}>
        <PolicySettings />
        <TableSettings />
        <BlockSettings />
        <FrameSettings />
      </div>
    </Pane>
  );
}

function PolicySettings() {
  const composer = useComposer();
  const policy = useComposed((state) => state.building.policy);
  const policies = useComposed((state) => state.policies);
  const chosen = useComposed((state) =>
    state.building.blocks.some(({ rows }) => rows.some(({ choice }) => choice !== undefined)),
  );
  const set = (change: PolicyNames) => composer.update((building) => ({ ...building, policy: change }));
  const about = policies?.indexing.find(({ id }) => id === policy.indexing)?.about;
  return (
    <fieldset>
      <legend>Policy</legend>
      <SelectField
        label="Indexing"
        className={clsx(styles.setting, styles.choice)}
        value={policy.indexing}
        options={titles(policies?.indexing ?? [], policy.indexing)}
        onChange={(indexing) => set({ ...policy, indexing })}
      />
      {about !== undefined && <p className="dim">{about}</p>}
      <SelectField
        label="Huffman"
        className={clsx(styles.setting, styles.choice)}
        value={policy.huffman ?? null}
        options={[[null, "By policy"], ...titles(policies?.huffman ?? [], policy.huffman)]}
        onChange={(huffman) => set({ indexing: policy.indexing, ...(huffman !== null && { huffman }) })}
      />
      {chosen && <Button onClick={() => composer.update(chooseNothing)}>Reset all fields to the policy</Button>}
    </fieldset>
  );
}

/** The policies to choose from, and the current one if it is not among them. */
function titles(policies: MenuOption[], chosen: string | undefined): [id: string, title: string][] {
  const known = chosen === undefined || policies.some(({ id }) => id === chosen);
  return [
    ...policies.map(({ id, title }): [string, string] => [id, title]),
    ...(known ? [] : [[chosen, chosen] as [string, string]]),
  ];
}

function TableSettings() {
  const composer = useComposer();
  const limit = useComposed((state) => state.building.limit);
  const prior = useComposed((state) => state.building.prior);
  return (
    <fieldset>
      <legend>At the start</legend>
      <NumberField
        label="SETTINGS_HEADER_TABLE_SIZE"
        value={limit}
        least={0}
        most={U32}
        onChange={(limit) =>
          composer.update(({ maximum: _, ...building }) => ({ ...building, limit: limit ?? building.limit }))
        }
      />
      <PriorText prior={prior} />
    </fieldset>
  );
}

/** Changes before the selected block: a limit, then a maximum. */
function BlockSettings() {
  const composer = useComposer();
  const number = useComposed((state) => state.building.at.block);
  const changes = useComposed((state) => state.building.blocks[state.building.at.block]?.changes);
  if (changes === undefined) return null;
  const limits = changes.flatMap((change) => ("limit" in change ? [change.limit] : []));
  const maximums = changes.flatMap((change) => ("maximum" in change ? [change.maximum] : []));
  const set = (limit: number | null, maximum: number | null) =>
    composer.update((building) =>
      setChanges(building, number, [
        // All but the last stay: the smallest counts as well (RFC 7541 §4.2).
        ...limits.slice(0, -1).map((limit) => ({ limit })),
        ...(limit === null ? [] : [{ limit }]),
        ...maximums.slice(0, -1).map((maximum) => ({ maximum })),
        ...(maximum === null ? [] : [{ maximum }]),
      ]),
    );
  return (
    <fieldset key={number}>
      <legend>Before block {number + 1}</legend>
      <NumberField
        label="Peer's new limit"
        className={styles.setting}
        value={limits.at(-1) ?? null}
        least={0}
        most={U32}
        none="no change"
        onChange={(limit) => set(limit, maximums.at(-1) ?? null)}
      />
      <NumberField
        label="Size update to"
        value={maximums.at(-1) ?? null}
        least={0}
        most={U32}
        none="no change"
        onChange={(maximum) => set(limits.at(-1) ?? null, maximum)}
      />
    </fieldset>
  );
}

const USUAL_PRIORITY = { dependency: 0, exclusive: false, weight: 16 };

const PRIORITY_NUMBERS = [
  ["Depends on stream", "dependency", 0, STREAMS],
  ["Weight", "weight", 1, 256],
] as const;

/** Each with its bounds, and what no number means. */
const FRAME_NUMBERS = [
  ["Stream of the first block", "stream", 1, STREAMS, undefined],
  ["SETTINGS_MAX_FRAME_SIZE", "maxFrameSize", DEFAULT_MAX_FRAME_SIZE, 16_777_215, undefined],
  ["Padding, bytes", "padding", 0, 255, "not padded"],
  ["PUSH_PROMISE of stream", "pushPromise", 2, STREAMS, "HEADERS"],
] as const;

function FrameSettings() {
  const composer = useComposer();
  const framing = useComposed((state) => state.building.framing);
  const set = (change: Partial<FramingOptions>) =>
    composer.update((building) => ({ ...building, framing: { ...building.framing, ...change } }));
  const { priority } = framing;
  return (
    <fieldset>
      <legend>Frames</legend>
      {FRAME_NUMBERS.map(([label, name, least, most, none]) => (
        <NumberField
          key={name}
          label={label}
          className={name === "maxFrameSize" ? undefined : styles.setting}
          value={framing[name]}
          least={least}
          most={most}
          none={none}
          onChange={(value) => set({ [name]: value ?? USUAL_FRAMING[name] })}
        />
      ))}
      {framing.pushPromise === null && (
        <>
          <Check checked={framing.endStream} onChange={(checked) => set({ endStream: checked })}>
            END_STREAM
          </Check>
          <Check checked={priority !== null} onChange={(checked) => set({ priority: checked ? USUAL_PRIORITY : null })}>
            Priority (RFC 7540)
          </Check>
        </>
      )}
      {priority !== null && framing.pushPromise === null && (
        <>
          {PRIORITY_NUMBERS.map(([label, name, least, most]) => (
            <NumberField
              key={name}
              label={label}
              className={styles.setting}
              value={priority[name]}
              least={least}
              most={most}
              onChange={(value) => set({ priority: { ...priority, [name]: value ?? USUAL_PRIORITY[name] } })}
            />
          ))}
          <Check
            checked={priority.exclusive}
            onChange={(checked) => set({ priority: { ...priority, exclusive: checked } })}
          >
            Exclusive
          </Check>
        </>
      )}
    </fieldset>
  );
}
