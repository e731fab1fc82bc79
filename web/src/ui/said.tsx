/**
 * Text that changes as the user acts. It is shown with its links, and announced
 * without: an announcement has no controls.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

export function LiveRegion({ className, children }: { className?: string; children: ReactNode }) {
  const shown = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState("");
  useLayoutEffect(() => {
    const parts = Array.from(shown.current?.childNodes ?? [], (part) => part.textContent ?? "");
    setWords(parts.join(" "));
  });
  return (
    <>
      <div ref={shown} className={className}>
        {children}
      </div>
      <p className="sr-only" role="status">
        {words}
      </p>
    </>
  );
}
