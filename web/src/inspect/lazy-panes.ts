/** Panes, and parts of panes, that only captures need. */
import { lazyComponent } from "../ui/lazy-component";

export const CapturePane = lazyComponent(async () => (await import("../capture/capture-pane")).CapturePane);
export const ConnectionsPane = lazyComponent(async () => (await import("../capture/connections-pane")).ConnectionsPane);
export const FrameStrip = lazyComponent(async () => (await import("../capture/frame-strip")).FrameStrip);
export const CompareButton = lazyComponent(async () => (await import("../compare/compare-button")).CompareButton, {
  soon: true,
});
