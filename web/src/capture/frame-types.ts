/** Frame types that the filter offers, by number (RFC 9113 §6 and later RFCs). */
export const FRAME_TYPES: [kind: number, name: string][] = [
  [0, "DATA"],
  [1, "HEADERS"],
  [2, "PRIORITY"],
  [3, "RST_STREAM"],
  [4, "SETTINGS"],
  [5, "PUSH_PROMISE"],
  [6, "PING"],
  [7, "GOAWAY"],
  [8, "WINDOW_UPDATE"],
  [9, "CONTINUATION"],
  [10, "ALTSVC"],
  [12, "ORIGIN"],
  [16, "PRIORITY_UPDATE"],
];
