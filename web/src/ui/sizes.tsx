/** The size of header blocks before and after decoding, and how much smaller it is. */
import { count, saved } from "./figures";

type Props = {
  encoded: number;
  decoded: number;
  /** Why not all fields are decoded or known, which makes `decoded` a lower bound. */
  part?: "error" | "unknown" | null;
};

export function Sizes({ encoded, decoded, part = null }: Props) {
  if (part !== null) {
    const until = part === "error" ? " before the error" : "";
    return `${count(encoded)} B encoded${decoded === 0 ? "" : `; at least ${count(decoded)} B decoded${until}`}`;
  }
  const share = saved(encoded, decoded);
  return (
    <>
      {count(encoded)} B encoded, {count(decoded)} B decoded
      {share !== null && (
        <>
          : <strong>{share} smaller</strong>
        </>
      )}
    </>
  );
}
