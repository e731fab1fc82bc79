/** The selected stream: its header blocks, one of which is shown, times, DATA, pushes, and how it ended. */
import type { StreamPart, StreamRow } from "../engine/types";
import { useInspector, useSession } from "../session/inspector";
import { SENDER_ARROWS, SENDER_NAMES, WHO } from "../session/place-name";
import { Button } from "../ui/button";
import { bytes, count, counted } from "../ui/figures";
import { Row } from "../ui/layout";
import { Tag } from "../ui/tag";
import { tip } from "../ui/tip";
import styles from "./stream-blocks.module.css";
import { timesOf, useSelectedStream } from "./streams";

const PART_NAMES: Record<StreamPart, string> = {
  request: "request",
  promise: "promise",
  interim: "interim response",
  response: "response",
  trailers: "trailers",
  headers: "headers",
};

export function StreamBlocks() {
  const inspector = useInspector();
  const selected = useSession((session) =>
    session.timeline.frameWithoutBlock === null ? session.selection.block : null,
  );
  const stream = useSelectedStream();
  if (stream === null) return null;
  return (
    <Row gap="small" small className={styles.stream} role="group" aria-label="Blocks of the stream">
      <strong>Stream {stream.stream}</strong>
      {stream.blocks.map(({ block, sender, part, bytes, error }) => (
        <Button
          key={block}
          aria-pressed={block === selected}
          {...tip(`Block ${block + 1}, ${SENDER_NAMES[sender]}`)}
          onClick={() => inspector.selectBlock(block)}
        >
          <span>
            <span aria-hidden="true">{SENDER_ARROWS[sender]}</span> {PART_NAMES[part]}
          </span>{" "}
          <span className="dim">{`${count(bytes)} B`}</span>
          {error && <Tag look="error">broken</Tag>}
        </Button>
      ))}
      {stream.blocksTotal > stream.blocks.length && (
        <Button look="link" onClick={() => inspector.filterFrames({ stream: stream.stream })}>
          {count(stream.blocksTotal - stream.blocks.length)} more, as frames
        </Button>
      )}
      <Notes stream={stream} />
    </Row>
  );
}

function Notes({ stream }: { stream: StreamRow }) {
  const { promisedOn, promises, promisesTotal, clientData, serverData, resets, errors } = stream;
  const more = promisesTotal - promises.length;
  const wrong = [
    ...resets.map(({ sender, code }) => `RST_STREAM by the ${WHO[sender]}: ${code}`),
    errors > 0 && counted(errors, "frame error"),
  ];
  const usual = [
    promisedOn !== null && `pushed on stream ${promisedOn}`,
    promisesTotal > 0 &&
      `promises ${promisesTotal === 1 ? "stream" : "streams"} ${promises.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`,
    ...timesOf(stream),
    clientData > 0 && `DATA → ${bytes(clientData)}`,
    serverData > 0 && `DATA ← ${bytes(serverData)}`,
  ];
  const [first, second] = [wrong, usual].map((parts) => parts.filter((part) => part !== false).join(" · "));
  return (
    <span className="dim cut" data-cut="">
      {first !== "" && <Tag look="error">{first}</Tag>} {second}
    </span>
  );
}
