/** Panes, and parts of panes, that the first view does without. */
import { lazyComponent } from "../ui/lazy-component";

export const CapturePane = lazyComponent(async () => (await import("../capture/capture-pane")).CapturePane);
export const ConnectionsPane = lazyComponent(async () => (await import("../capture/connections-pane")).ConnectionsPane);
export const FrameStrip = lazyComponent(async () => (await import("../capture/frame-strip")).FrameStrip);
export const Refusal = lazyComponent(async () => (await import("./refusal")).Refusal);
export const Verdict = lazyComponent(async () => (await import("./verdict")).Verdict, { soon: true });
export { CompareButton } from "../compare/compare-button";
