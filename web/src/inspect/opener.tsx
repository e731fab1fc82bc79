/** An introduction with ways to begin; once the user has an input, its name in one line. */
import { clsx } from "clsx";
import { type ComponentProps, useContext, useEffect, useRef, useState } from "react";
import { KeyLogChip } from "../capture/key-log";
import { commandProps } from "../commands/command-props";
import { FIRST_EXAMPLE } from "../examples/examples";
import { LiveContext } from "../live/live-context";
import { ExamplesMenu } from "../panes/examples-menu";
import { inputName } from "../session/input-name";
import { useCached, useInspector, useSession } from "../session/inspector";
import { openExample } from "../session/open-example";
import { openFiles, openText } from "../session/open-input";
import { DEFAULT_START, RECOGNIZED } from "../session/options";
import { hasBlocks, hasCaptureLayout, type Session } from "../session/session";
import { Notice } from "../ui/box";
import { Button } from "../ui/button";
import { useCommandHandler } from "../ui/command-handlers";
import { TextArea } from "../ui/control";
import { counted } from "../ui/figures";
import { Note, Row, Stack } from "../ui/layout";
import { lazyComponent } from "../ui/lazy-component";
import { More } from "../ui/more";
import { OpenFiles } from "../ui/open-files";
import { usePause } from "../ui/pause";
import { toggleDetails, useDetails } from "../ui/preferences";
import { tip } from "../ui/tip";
import { NARROW, useMedia } from "../ui/use-media";
import { PAUSE_MS } from "./input-pane";
import { CompareButton, ConnectionMenu } from "./lazy-panes";
import styles from "./opener.module.css";
import { Settings } from "./reading";
import { StartChips } from "./start-chips";
import { useKeptFocus } from "./use-kept-focus";

const LiveBar = lazyComponent(async () => (await import("../live/live-bar")).LiveBar);

/** Offered by the card, with the open example. */
const TRY = [
  ["broken-huffman-padding-not-ones", "A broken block"],
  ["file-tls", "A TLS capture with its keys"],
  ["rfc7541-c6", "Responses with evictions"],
] as const;

const FORMATS = "hex · xxd · Wireshark · Base64 · C, Go, Java, Python arrays · logs · pcap · pcapng · NetLog";

/** True if the card is shown: for the first example, and without an input. */
export function isIntroduced({ example, input, opened, phase }: Session): boolean {
  // The input pane says why, and offers to try again.
  if (phase.is === "failed") return false;
  if (example === FIRST_EXAMPLE) return true;
  return input.kind === "text" && input.text.trim() === "" && opened?.status === "refused";
}

export function StartBar() {
  useCommandHandler("details", toggleDetails);
  return useSession(isIntroduced) ? <Card /> : <Bar />;
}

function Card() {
  const inspector = useInspector();
  const isExample = useSession(({ example }) => example === FIRST_EXAMPLE);
  const notice = useSession((session) => session.notice);
  return (
    <section className={styles.card} aria-label="Start">
      <Stack className={styles.start}>
        <p className={styles.purpose}>See what every bit of an HTTP/2 header block means.</p>
        <p className="dim">Find the byte that broke the connection. Decoded on this machine; nothing is uploaded.</p>
        <div className={styles.box}>
          <InputBox />
          <Note className={styles.formats} data-room="480">
            {FORMATS}
          </Note>
          <OpenButton look="primary">Open a file…</OpenButton>
        </div>
        <Row>
          <span className="dim">Try</span>
          {TRY.map(([id, title]) => (
            <Button key={id} onClick={() => openExample(inspector, id)}>
              {title}
            </Button>
          ))}
          <ExamplesMenu />
        </Row>
        {!isExample && (
          <Row>
            <StartChips />
          </Row>
        )}
        <div role="status">{notice !== null && <Notice>{notice}</Notice>}</div>
      </Stack>
      {isExample && <ExampleLine />}
    </section>
  );
}

/** The first input: it is opened when typing pauses, and the input pane replaces the card. */
function InputBox() {
  const inspector = useInspector();
  const field = useRef<HTMLTextAreaElement>(null);
  const pause = usePause();
  const [text, setText] = useState("");
  const isEmpty = useSession(({ input }) => input.kind === "text" && input.text === "");
  useKeptFocus(field);
  // The input was cleared: what comes next is typed or pasted.
  useEffect(() => {
    if (isEmpty) field.current?.focus();
  }, [isEmpty]);
  return (
    <TextArea
      ref={field}
      id="input-text"
      aria-label="Header blocks"
      placeholder="Paste a hex dump, a log, frames or a byte array, or drop a capture with its key log"
      autoCapitalize="off"
      autoComplete="off"
      value={text}
      onChange={({ target, nativeEvent }) => {
        pause.cancel();
        setText(target.value);
        const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === "insertFromPaste";
        if (isPasted) openText(inspector, target.value);
        else if (target.value.trim() !== "") pause.after(PAUSE_MS, () => inspector.type(target.value));
      }}
    />
  );
}

function ExampleLine() {
  const blocks = useSession((session) => (hasBlocks(session) ? session.opened.blocks : 0));
  return (
    <Row className={styles.bar}>
      <h2 className="heading" data-room="480">
        Example
      </h2>
      <InputName />
      <Row gap="tight" role="group" aria-label="Blocks">
        {Array.from({ length: blocks }, (_, number) => (
          <BlockButton key={number} number={number} />
        ))}
      </Row>
      <UndoReplaced />
    </Row>
  );
}

function BlockButton({ number }: { number: number }) {
  const inspector = useInspector();
  const isSelected = useSession(({ selection }) => selection.block === number);
  const block = useCached()((known) => known.block(number));
  return (
    <Button
      aria-pressed={isSelected}
      aria-label={`Block ${number + 1}${block === null ? "" : `, ${counted(block.bytes, "byte")}`}`}
      onClick={() => inspector.selectBlock(number)}
    >
      {number + 1}
    </Button>
  );
}

function Bar() {
  const isText = useSession(({ input }) => input.kind === "text");
  const capture = useSession((session) => (hasCaptureLayout(session) ? session.opened : null));
  const isDecoded = useSession(hasBlocks);
  const live = useContext(LiveContext);
  const narrow = useMedia(NARROW);
  return (
    <Row className={styles.bar}>
      {live === null ? <InputName /> : <LiveBar live={live} name={<InputName />} />}
      {capture !== null && narrow && <KeyLogChip />}
      {capture !== null && <ConnectionMenu />}
      <UndoReplaced />
      <Row className={styles.actions}>
        {capture?.status === "ok" && <Settings opened={capture} isLine />}
        {capture !== null && isDecoded && !narrow && <CompareButton />}
        <OpenButton label="Open files">Open…</OpenButton>
        <ExamplesMenu />
        <More label="More about the input">
          <DetailsButton />
          {(isText || capture !== null) && <ClearButton isText={isText} />}
        </More>
      </Row>
    </Row>
  );
}

/** Offers the user's own input again after something else replaced it. */
function UndoReplaced() {
  const inspector = useInspector();
  // After a crash the reason comes with a button that does the same.
  const isReplaced = useSession(
    ({ replaced, input, phase }) =>
      phase.is !== "failed" && replaced !== null && replaced.by === input && replaced.example === null,
  );
  if (!isReplaced) return null;
  return (
    <Note>
      Your previous input was replaced.{" "}
      <Button look="link" {...commandProps("undo")} onClick={() => inspector.undo()}>
        Undo
      </Button>
    </Note>
  );
}

function InputName() {
  const name = useSession(inputName);
  const size = useSession(({ input }) => (input.kind === "file" ? counted(input.file.size, "byte") : null));
  return (
    <span className={clsx("cut", styles.name)} data-cut="" {...tip(size)}>
      {name}
    </span>
  );
}

function OpenButton(props: Omit<ComponentProps<typeof OpenFiles>, "onFiles">) {
  const inspector = useInspector();

  async function open(files: File[]) {
    try {
      await openFiles(inspector, files);
    } catch (reason) {
      inspector.failOpening(reason instanceof Error ? reason.message : String(reason));
    }
  }

  return <OpenFiles {...props} onFiles={open} />;
}

function ClearButton({ isText }: { isText: boolean }) {
  const inspector = useInspector();
  return (
    <Button onClick={() => inspector.open({ kind: "text", text: "" }, null, { ...RECOGNIZED, ...DEFAULT_START })}>
      {isText ? "Clear" : "Close"}
    </Button>
  );
}

/** Shows or hides times, all columns and the readings of every engine, in every view. */
function DetailsButton() {
  const shown = useDetails();
  return (
    <Button aria-pressed={shown} onClick={toggleDetails} {...commandProps("details")}>
      Details
    </Button>
  );
}
