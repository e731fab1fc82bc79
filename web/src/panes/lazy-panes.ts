/** Parts of panes that the first view does without. */
import { lazyComponent } from "../ui/lazy-component";

export const AloneFrame = lazyComponent(async () => (await import("./frame-step")).AloneFrame);
export const ByteGrid = lazyComponent(async () => (await import("./byte-grid")).ByteGrid);
export const FrameStep = lazyComponent(async () => (await import("./frame-step")).FrameStep);
export const PinForm = lazyComponent(async () => (await import("./pin-form")).PinForm);

const SOON = { soon: true };

export const CopySelection = lazyComponent(async () => (await import("./copy-selection")).CopySelection, SOON);
export const AppliedChange = lazyComponent(async () => (await import("./diagnosis")).AppliedChange, SOON);
export const Causes = lazyComponent(async () => (await import("./diagnosis")).Causes, SOON);
export const ErrorBox = lazyComponent(async () => (await import("./error-box")).ErrorBox, SOON);
export const FindField = lazyComponent(async () => (await import("./find-field")).FindField, SOON);
export const SessionCauses = lazyComponent(async () => (await import("./diagnosis")).SessionCauses, SOON);
export const Readings = lazyComponent(async () => (await import("./look-ups")).Readings, SOON);
export const TimingPane = lazyComponent(async () => (await import("./timing-pane")).TimingPane, SOON);
