import { clsx } from "clsx";
import { useEffect, useState } from "react";
import type { Sender } from "../engine/types";
import { useInspector, useSession } from "../session/inspector";
import { isFiltered, NO_FILTER } from "../session/session";
import { Button } from "../ui/button";
import { Input } from "../ui/control";
import { count, counted } from "../ui/figures";
import { Row } from "../ui/layout";
import { OptionSelect } from "../ui/select-field";
import styles from "./filter-bar.module.css";
import { FRAME_TYPES } from "./frame-types";
import { useShownFrames } from "./shown-frames";

/** The choice “Header blocks”, which is no single frame type. */
const BLOCKS = "blocks";

const TYPES = [[null, "All frames"], [BLOCKS, "Header blocks"], ...FRAME_TYPES] as const;

const SENDERS: [sender: Sender | null, title: string][] = [
  [null, "Both sides"],
  ["client", "→ Client"],
  ["server", "← Server"],
];

export function FilterBar() {
  const inspector = useInspector();
  const filter = useSession((session) => session.timeline.filter);
  const shown = useShownFrames()?.total ?? 0;
  const all = useSession((session) => (session.opened?.status === "ok" ? session.opened.frames : 0));
  const isSet = isFiltered(filter);
  return (
    <Row gap="small" small role="group" className={styles.filterBar} aria-label="Frames shown">
      <OptionSelect
        aria-label="Type of frame"
        value={filter.blocks ? BLOCKS : filter.kind}
        options={TYPES}
        onChange={(type) => inspector.filterFrames({ blocks: type === BLOCKS, kind: type === BLOCKS ? null : type })}
      />
      <OptionSelect
        aria-label="Sent by"
        value={filter.sender}
        options={SENDERS}
        onChange={(sender) => inspector.filterFrames({ sender })}
      />
      <StreamField stream={filter.stream} />
      <span className={clsx("dim", styles.filterCount)} role="status">
        {isSet ? `${count(shown)} of ${counted(all, "frame")}` : counted(all, "frame")}
      </span>
      {isSet && <Button onClick={() => inspector.filterFrames(NO_FILTER)}>Show all</Button>}
    </Row>
  );
}

function StreamField({ stream }: { stream: number | null }) {
  const inspector = useInspector();
  const [text, setText] = useState(stream === null ? "" : String(stream));
  useEffect(() => setText(stream === null ? "" : String(stream)), [stream]);
  return (
    <Input
      className={styles.filterStream}
      aria-label="Stream"
      placeholder="stream"
      inputMode="numeric"
      value={text}
      aria-invalid={text !== "" && !/^\d{1,10}$/.test(text.trim())}
      onChange={({ target: { value } }) => {
        setText(value);
        const digits = value.trim();
        if (digits === "" || /^\d{1,10}$/.test(digits)) {
          inspector.filterFrames({ stream: digits === "" ? null : Math.min(Number(digits), 2 ** 31 - 1) });
        }
      }}
    />
  );
}
