/** Panes, and parts of panes, that the first view does without. */
import { lazyComponent } from "../ui/lazy-component";

const ofCaptures = () => import("../capture/lazy");

export const CaptureView = lazyComponent(async () => (await ofCaptures()).CaptureView);
export const ConnectionMenu = lazyComponent(async () => (await ofCaptures()).ConnectionMenu);
export const FrameStrip = lazyComponent(async () => (await ofCaptures()).FrameStrip);
export const StreamBlocks = lazyComponent(async () => (await ofCaptures()).StreamBlocks);
export const Refusal = lazyComponent(async () => (await import("./refusal")).Refusal);
export const Verdict = lazyComponent(async () => (await import("./verdict")).Verdict, { soon: true });
export { CompareButton } from "../compare/compare-button";
