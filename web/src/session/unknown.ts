/** Words for names and values that the available bytes do not determine. */
import { useSelectedConnection } from "./inspector";

export type UnknownWords = { unknown: string; impossible: string };

export const IMPOSSIBLE = "impossible: no table could hold this index";

const WORDS = {
  bytes: "unknown: sent earlier",
  middle: "unknown: inserted before the capture began",
  loss: "unknown: inserted in missing data",
  both: "unknown: inserted before the capture began, or in missing data",
};

export const UNKNOWN_WHY = {
  unknown: "The index refers to an entry inserted before the first byte shown here, or in bytes that are missing.",
  impossible: "The index is higher than any entry a table of this maximum size could hold.",
};

/** In a capture they depend on where the connection begins and whether data is missing. */
export function useUnknownWords(): UnknownWords {
  const connection = useSelectedConnection();
  const isMiddle = connection?.start === "middle";
  const where = isMiddle && connection.losses > 0 ? "both" : isMiddle ? "middle" : "loss";
  const found = connection === null || connection.start === "paste" ? "bytes" : where;
  return { unknown: WORDS[found], impossible: IMPOSSIBLE };
}
