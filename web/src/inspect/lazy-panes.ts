/** Panes, and parts of panes, that the first view does without. */
import { lazyComponent } from "../ui/lazy-component";

export const CaptureView = lazyComponent(async () => (await import("../capture/capture-view")).CaptureView);
export const ConnectionMenu = lazyComponent(async () => (await import("../capture/connection-menu")).ConnectionMenu);
export const FrameStrip = lazyComponent(async () => (await import("../capture/frame-strip")).FrameStrip);
export const StreamBlocks = lazyComponent(async () => (await import("../capture/stream-blocks")).StreamBlocks);
export const Refusal = lazyComponent(async () => (await import("./refusal")).Refusal);
export const Verdict = lazyComponent(async () => (await import("./verdict")).Verdict, { soon: true });
export { CompareButton } from "../compare/compare-button";
