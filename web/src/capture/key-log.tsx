import { useId } from "react";
import { useInspector, useSession } from "../session/inspector";
import { openFiles } from "../session/open-input";
import { Button } from "../ui/button";
import { ChipButton } from "../ui/chip";
import { tip } from "../ui/tip";

/** The key log in use, with a button to remove it. */
export function KeyLogChip() {
  const inspector = useInspector();
  const keyLog = useSession((session) => session.keyLog);
  if (keyLog === null) return null;
  return (
    <ChipButton
      look="set"
      aria-label={`Remove key log: ${keyLog.name}`}
      {...tip(`Remove ${keyLog.name} and read the capture without it`)}
      onClick={() => inspector.setKeyLog(null)}
    >
      <span>Key log</span> <span aria-hidden="true">✕</span>
    </ChipButton>
  );
}

export function AddKeyLog({ children }: { children: string }) {
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
      <Button
        onClick={() => document.getElementById(id)?.click()}
        {...tip("A file in the NSS key log format, as SSLKEYLOGFILE writes it; it can also be dropped or pasted")}
      >
        {children}
      </Button>
    </>
  );
}
