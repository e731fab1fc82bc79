/** Searches the session for fields, bytes and errors as the user types. */
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import type { FindHow } from "../engine/reads";
import type { Found } from "../engine/types";
import { useInspector, useSession } from "../session/inspector";
import { Button } from "../ui/button";
import { useCommandHandler } from "../ui/command-handlers";
import { Input } from "../ui/control";
import { count, counted } from "../ui/figures";
import { Check, Row } from "../ui/layout";
import { lazyComponent } from "../ui/lazy-component";
import { usePause } from "../ui/pause";
import { tip } from "../ui/tip";
import { useStateOf } from "../ui/use-state-of";
import styles from "./find-field.module.css";

const FindHelp = lazyComponent(async () => (await import("./find-help")).FindHelp);

/** A search starts after typing pauses for this long, milliseconds. */
const PAUSE_MS = 140;

/** `only`: text whose matches are the only blocks listed; empty for all blocks. */
export function FindField({ only, setOnly }: { only: string; setOnly: (text: string) => void }) {
  const inspector = useInspector();
  const opened = useSession((session) => session.opened);
  const [text, setText] = useState(only);
  // A link can limit the list, too.
  useEffect(() => {
    if (only !== "") setText(only);
  }, [only]);
  const [found, setFound] = useStateOf<Found | null>(opened, null);
  const pause = usePause();
  const run = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  useCommandHandler("find", () => field.current?.focus());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session has been searched for nothing yet
  useEffect(() => {
    // The previous session's search is not answered anymore.
    if (text !== "" && document.activeElement === field.current) search(text);
  }, [opened]);

  async function find(text: string, how: FindHow) {
    run.current += 1;
    const mine = run.current;
    const found = await inspector.find(text, how);
    if (mine === run.current) setFound(found);
  }

  function onType(text: string) {
    setText(text);
    pause.after(PAUSE_MS, () => search(text));
  }

  function search(text: string) {
    find(text, "here");
    if (only !== "") setOnly(text);
  }

  const none = found !== null && found.total === 0;
  return (
    <Row as="span" gap="small" className={styles.find}>
      <Input
        ref={field}
        type="search"
        className={styles.findText}
        aria-label="Find in names and values"
        aria-keyshortcuts="/"
        placeholder="find"
        value={text}
        aria-invalid={none}
        onChange={({ target }) => onType(target.value)}
        // Before the user's next action, which it must not undo.
        onBlur={() => pause.end()}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || text === "") return;
          event.preventDefault();
          pause.cancel();
          find(text, event.shiftKey ? "previous" : "next");
        }}
      />
      {text !== "" && (
        <>
          <Button look="icon" aria-label="Find previous" onClick={() => find(text, "previous")}>
            ▲
          </Button>
          <Button look="icon" aria-label="Find next" onClick={() => find(text, "next")}>
            ▼
          </Button>
        </>
      )}
      <FindHelp />
      {(text !== "" || only !== "") && (
        <Check checked={only !== ""} onChange={(checked) => setOnly(checked ? text : "")}>
          Show matches only
        </Check>
      )}
      <span className={clsx("dim", styles.findCount)} role="status" {...tip(found?.about)}>
        {text !== "" &&
          found !== null &&
          (found.before === null
            ? `No matches for ${found.about}`
            : `${count(found.before + 1)} of ${counted(found.total, "match", "matches")}`)}
      </span>
    </Row>
  );
}
