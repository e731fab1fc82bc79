/** TLS secrets beside a capture: the one that is in use, and the way to bring one. */
import { useId } from "react";
import { useInspector, useSession } from "../inspect/inspector";
import { openFiles } from "../inspect/open-input";
import { tip } from "../ui/tip";

/** The key log in use, with the way to remove it. */
export function KeyLogChip() {
  const inspector = useInspector();
  const keyLog = useSession((session) => session.keyLog);
  if (keyLog === null) return null;
  return (
    <button
      type="button"
      className="chip chip-set"
      aria-label={`Remove key log: ${keyLog.name}`}
      {...tip(`Remove ${keyLog.name} and read the capture without it`)}
      onClick={() => inspector.setKeyLog(null)}
    >
      <span className="chip-name">key log: {keyLog.name}</span> <span aria-hidden="true">✕</span>
    </button>
  );
}

/** Chooses a key log from the machine. */
export function AddKeyLog() {
  const inspector = useInspector();
  const id = useId();
  return (
    <>
      <input
        id={id}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="Key log file"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length > 0) openFiles(inspector, files);
        }}
      />
      <button
        type="button"
        className="button"
        onClick={() => document.getElementById(id)?.click()}
        {...tip("A file in the NSS key log format, as SSLKEYLOGFILE writes it; it can also be dropped or pasted")}
      >
        Add a key log…
      </button>
    </>
  );
}
