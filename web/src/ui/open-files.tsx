/** A button that opens files, for users who can't drop them. */
import { type ComponentProps, type ReactNode, useRef } from "react";
import { Button } from "./button";

export function OpenFiles({
  onFiles,
  className,
  look,
  label,
  children,
}: {
  onFiles: (files: File[]) => void;
  className?: string | undefined;
  look?: ComponentProps<typeof Button>["look"];
  /** The accessible name, if the content is shorter. */
  label?: string;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button className={className} look={look} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // So that choosing the same file again is a change.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
