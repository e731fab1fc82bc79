/** A capture; of pasted frames, with their text. */
import type { ComponentProps } from "react";
import { useSession } from "../session/inspector";
import { InputPane } from "./input-pane";
import { CaptureView } from "./lazy-panes";

export function Capture(props: Omit<ComponentProps<typeof CaptureView>, "input">) {
  const isText = useSession(({ input }) => input.kind === "text");
  return <CaptureView input={isText ? <InputPane isBrief /> : null} {...props} />;
}
