/** The result of reading the input: recognized, refused, or in progress. */
import { clsx } from "clsx";
import { KeyLogChip } from "../capture/key-log";
import type { Opened, OpenOptions } from "../engine/types";
import { useInspector, useSession } from "../session/inspector";
import { failureOf, isOpening } from "../session/session";
import { Box, Notice } from "../ui/box";
import { Button } from "../ui/button";
import { Chip, ChipButton, ChipSelect } from "../ui/chip";
import { bytes, count, counted } from "../ui/figures";
import { Row, Stack } from "../ui/layout";
import { useRested } from "../ui/pause";
import { tip } from "../ui/tip";
import { NARROW, useMedia } from "../ui/use-media";
import { InputNotes } from "./input-notes";
import { OptionsForm } from "./options-form";
import { PartButton, saidOfPart } from "./part-button";
import styles from "./reading.module.css";
import { StartAssumption, StartChips, StartSetBack } from "./start-chips";

type Recognition = Extract<Opened, { status: "ok" }>;
type OnPart = (part: number | null) => void;

/** A slower decoding offers to be stopped, milliseconds. */
const SLOW_MS = 400;

/** `isLine`: above the view of a capture, whose own line has the settings; only what is unusual is shown. */
export function Reading({ onPart = () => {}, isLine = false }: { onPart?: OnPart; isLine?: boolean }) {
  const inspector = useInspector();
  const opened = useSession((session) => session.opened);
  const busy = useSession(isOpening);
  const failure = useSession(failureOf);
  const notice = useSession((session) => session.notice);
  const isOver = useSession(({ replaced, input }) => replaced !== null && replaced.by === input);
  // The previous input's result does not describe a file that is still being read.
  const isFile = useSession((session) => session.input.kind === "file");
  const isLong = useRested(SLOW_MS, busy);
  const slow = busy && (isLong || isFile);
  return (
    <Stack id="input-reading" small className={clsx(styles.reading, isLine && styles.line)}>
      <p className="sr-only" role="status">
        {announcementOf(slow, failure, opened, notice)}
      </p>
      {slow ? (
        <ReadingProgress />
      ) : failure !== null ? (
        <Box tone="error">
          <p>{failure}</p>
          <Row as="p" gap="small">
            {isOver && (
              <Button look="primary" onClick={() => inspector.undo()}>
                Reopen the previous input
              </Button>
            )}
            <Button onClick={() => inspector.reopen({})}>Try again</Button>
          </Row>
        </Box>
      ) : opened === null ? null : opened.status === "refused" ? (
        <>
          <Row as="p" gap="small">
            <OptionsForm as={ChipButton} />
            <StartChips />
          </Row>
          <StartSetBack />
        </>
      ) : (
        <>
          <PartNote />
          <Recognized opened={opened} isLine={isLine} onPart={onPart} />
        </>
      )}
      {notice !== null && <Notice>{notice}</Notice>}
    </Stack>
  );
}

/** Announced by screen readers: without controls, which could not be reached there. */
function announcementOf(slow: boolean, failure: string | null, opened: Opened | null, notice: string | null): string {
  if (slow) return "Decoding…";
  if (failure !== null) return failure;
  const outcome =
    opened === null ? "" : opened.status === "refused" ? `Not decoded. ${opened.message}` : recognitionOf(opened);
  return [outcome, notice ?? ""].join(" ").trim();
}

/** The recognized format, and whether it is certain. */
function recognitionOf(opened: Recognition): string {
  const parts = [formatSummary(opened)];
  if (opened.ambiguous !== null) parts.push("ambiguous");
  if (opened.skipped.length > 0) parts.push(`${counted(opened.skipped.length, "part")} skipped`);
  return parts.join(" · ");
}

function formatSummary(opened: Recognition): string {
  return `${opened.format.id} · ${sizeOf(opened)}`;
}

function sizeOf({ connections, blocks, blockBytes }: Recognition): string {
  if (connections !== null) return counted(connections, "connection");
  return `${counted(blocks, "block")} · ${count(blockBytes)} B`;
}

/** Progress of reading, with a button to stop it. */
function ReadingProgress() {
  const inspector = useInspector();
  const progress = useSession(({ phase }) => (phase.is === "opening" ? phase.progress : null));
  const share = progress === null || progress.total === 0 ? null : progress.read / progress.total;
  return (
    <Stack gap="small">
      <Row as="p" gap="small">
        {share === null ? "Decoding…" : `Reading… ${Math.floor(share * 100)}%`}{" "}
        <Button onClick={() => inspector.stop()}>Stop</Button>
      </Row>
      {progress !== null && (
        <>
          <progress className={styles.progress} max={progress.total} value={progress.read} aria-label="Read so far" />
          <p className="dim">
            {bytes(progress.read)} of {bytes(progress.total)}
            {progress.blocks > 0 && `, ${counted(progress.blocks, "header block")} so far`}
          </p>
        </>
      )}
    </Stack>
  );
}

function PartNote() {
  const part = useSession((session) => session.options.part);
  const input = useSession((session) => session.input);
  if (part === null) return null;
  return (
    <Notice>
      {saidOfPart(part, input)}{" "}
      <PartButton look="link" part={null}>
        Read the whole text
      </PartButton>
    </Notice>
  );
}

/** The settings with which the input was read, and offered ones; on a phone the key log is with the name. */
export function Settings({ opened, isLine = false }: { opened: Recognition; isLine?: boolean }) {
  const narrow = useMedia(NARROW);
  return (
    <>
      <FormatSelect opened={opened} isLine={isLine} />
      <OptionsForm as={isLine ? Button : ChipButton} />
      {opened.ambiguous !== null && <Ambiguous {...opened.ambiguous} />}
      {!(isLine && narrow) && <KeyLogChip />}
      <StartChips />
    </>
  );
}

function Recognized({ opened, isLine, onPart }: { opened: Recognition; isLine: boolean; onPart: OnPart }) {
  const inspector = useInspector();
  return (
    <>
      {!isLine && (
        <Row as="p" gap="small">
          <span className="dim">{sizeOf(opened)}</span>
          <Settings opened={opened} />
        </Row>
      )}
      <StartSetBack />
      <StartAssumption />
      {opened.ambiguous !== null && <p>{opened.ambiguous.message}</p>}
      {opened.stoppedAt !== undefined && (
        <Notice>
          Reading was stopped after {bytes(opened.stoppedAt)}: what was read so far is shown.{" "}
          <Button look="link" onClick={() => inspector.reopen({})}>
            Read all of it
          </Button>
        </Notice>
      )}
      {/* Of a capture they are a list of their own. */}
      {!isLine && <InputNotes opened={opened} onPart={onPart} />}
    </>
  );
}

/** The format of the input, and the other ways to read it. */
function FormatSelect({ opened, isLine }: { opened: Recognition; isLine: boolean }) {
  const inspector = useInspector();
  const isOverruled = useSession(({ options }) => (options.format ?? options.content) !== null);
  const { format, otherFormats, otherContent, otherBlocks } = opened;
  const choices: [title: string, change: Partial<OpenOptions>][] = otherFormats.map(({ id, title }) => [
    `Read as ${title}`,
    { format: id },
  ]);
  if (otherBlocks !== null)
    choices.unshift([otherBlocks === "lines" ? "One block per line" : "Join the lines", { blocks: otherBlocks }]);
  if (otherContent !== null)
    choices.unshift([`Read as ${otherContent === "frames" ? "frames" : "header blocks"}`, { content: otherContent }]);
  if (isOverruled) choices.unshift(["Detect automatically", { format: null, content: null }]);
  const name = `Format: ${format.id}`;
  const about = tip(`${format.title}: ${format.detail}`);
  if (choices.length === 0) return isLine ? null : <Chip {...about}>{name}</Chip>;
  return (
    <ChipSelect {...about}>
      <span className="sr-only">Format of the input</span>
      <select value="" onChange={({ target }) => inspector.reopen(choices[Number(target.value)]?.[1] ?? {})}>
        <option value="">{name}</option>
        {choices.map(([title], number) => (
          <option key={title} value={number}>
            {title}
          </option>
        ))}
      </select>
    </ChipSelect>
  );
}

/** Two notations fit equally well: offers the one not chosen, and then the way back. */
function Ambiguous({ message, other }: NonNullable<Recognition["ambiguous"]>) {
  const inspector = useInspector();
  return (
    <>
      <Chip look="set" {...tip(message)}>
        ambiguous
      </Chip>
      <ChipButton look="offer" onClick={() => inspector.reopen({ format: other.id })}>
        Read as {other.title}
      </ChipButton>
    </>
  );
}
