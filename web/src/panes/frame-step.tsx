/** A frame around the selected block, explained part by part. */
import type { Framing } from "../engine/types";
import type { Frame } from "../engine/windows";
import { useInspector, useSession } from "../session/inspector";
import { bytesNamed, WHO } from "../session/place-name";
import { Button } from "../ui/button";
import { count, counted, hex } from "../ui/figures";
import { Facts, Note, Stack } from "../ui/layout";
import { Section } from "../ui/section";
import { leadOf } from "./lines";
import { StepBody } from "./step-body";
import styles from "./step-pane.module.css";

export function FrameStep({ framing, nth, at }: { framing: Framing; nth: number; at: number }) {
  const frame = framing.frames[nth];
  if (frame === undefined) return null;
  const lead = leadOf(frame);
  let from = 0;
  const parts = frame.parts.map((part) => {
    const start = from;
    from += part.bytes.length;
    return { ...part, from: start, to: from };
  });
  return (
    <StepBody
      label="The frame"
      kind="frame"
      title={
        <>
          {frame.kind} frame {count(frame.frame + 1)}
          {framing.frames.length > 1 && `, ${count(nth + 1)} of ${count(framing.frames.length)} that carry this block`}{" "}
          <Section section={frame.section} />
        </>
      }
    >
      <Stack as="dl" gap="line">
        {parts.map((part, number) => (
          <FramePart
            key={part.name}
            name={part.name}
            bytes={part.bytes.map(hex).join(" ")}
            text={part.text}
            section={number === 0 ? "RFC 9113 §4.1" : null}
            place={{ nth, at: part.from }}
            current={at >= part.from && at < part.to}
          />
        ))}
        <div className={styles.framePart}>
          <dt>Header block</dt>
          <dd>
            {frame.end === frame.start
              ? "none"
              : `${bytesNamed(frame.start, frame.end)} of the block: ${counted(frame.end - frame.start, "byte")}`}
          </dd>
        </div>
        {frame.padding > 0 && (
          <FramePart
            name="Padding"
            bytes=""
            text={frame.paddingText}
            section={frame.paddingError === null ? null : "RFC 9113 §6.2"}
            place={{ nth, at: lead }}
            current={at >= lead}
            broken={frame.paddingError !== null}
          />
        )}
      </Stack>
      {framing.packet > 0 && <Note>The block was completed by packet {count(framing.packet)}.</Note>}
    </StepBody>
  );
}

/** A frame without part of a header block, from the timeline. */
export function AloneFrame({ frame }: { frame: Frame }) {
  const parts: [name: string, value: string][] = [
    ["Sent by", WHO[frame.sender]],
    ["Stream", count(frame.stream)],
    ["Flags", frame.flags],
    ["Payload", counted(frame.length, "byte")],
    ["Summary", frame.line],
  ];
  return (
    <StepBody label="The frame" kind="frame" title={`${frame.type} frame ${count(frame.frame + 1)}`}>
      <Facts of={parts} />
    </StepBody>
  );
}

function FramePart(props: {
  name: string;
  bytes: string;
  text: string;
  section: string | null;
  place: { nth: number; at: number };
  current: boolean;
  broken?: boolean;
}) {
  const inspector = useInspector();
  const selection = useSession((session) => session.selection);
  return (
    <div className={styles.framePart} data-here={props.current || undefined} data-broken={props.broken || undefined}>
      <dt>
        <Button
          look="link"
          aria-current={props.current}
          onClick={() => inspector.select({ ...selection, byte: null, frame: props.place })}
        >
          {props.name}
        </Button>
      </dt>
      <dd>
        {props.bytes !== "" && <code className="mono">{props.bytes}</code>}
        <span>
          {props.broken && <strong>Not zero: </strong>}
          {props.text} {props.section !== null && <Section section={props.section} />}
        </span>
      </dd>
    </div>
  );
}
