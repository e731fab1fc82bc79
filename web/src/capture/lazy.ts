/** All that a capture adds to the page, in one file. */
export { CaptureView } from "./capture-view";
export { ConnectionMenu } from "./connection-menu";
export { FrameStrip } from "./frame-strip";
export { StreamBlocks } from "./stream-blocks";
