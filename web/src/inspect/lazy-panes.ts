/** Panes, and parts of panes, that the first view of a text does without. */
import { lazily } from "../ui/lazily";

export const CapturePane = lazily(async () => (await import("../capture/capture-pane")).CapturePane);
export const ConnectionsPane = lazily(async () => (await import("../capture/connections-pane")).ConnectionsPane);
export const AloneFrame = lazily(async () => (await import("./frame-step")).AloneFrame);
export const FrameStep = lazily(async () => (await import("./frame-step")).FrameStep);
export const PinForm = lazily(async () => (await import("./pin-form")).PinForm);

const SOON = { soon: true };

export const CompareButton = lazily(async () => (await import("../compare/compare-button")).CompareButton, SOON);
export const CopySelection = lazily(async () => (await import("./copy-selection")).CopySelection, SOON);
export const DiagnosisOf = lazily(async () => (await import("./diagnosis")).DiagnosisOf, SOON);
export const FaultBox = lazily(async () => (await import("./fault-box")).FaultBox, SOON);
export const FindField = lazily(async () => (await import("./find-field")).FindField, SOON);
export const LikelyCauses = lazily(async () => (await import("./diagnosis")).LikelyCauses, SOON);
export const LookUps = lazily(async () => (await import("./look-ups")).LookUps, SOON);
export const TimingPane = lazily(async () => (await import("./timing-pane")).TimingPane, SOON);
