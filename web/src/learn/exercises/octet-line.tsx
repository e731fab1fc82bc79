/** Bytes of a task, large; with their bits where these are to be read. */
import { hex } from "../../ui/figures";
import { binary } from "./wire";

export function OctetLine({ octets, bits = false }: { octets: readonly number[]; bits?: boolean }) {
  return (
    <div className="octet-line mono" role="img" aria-label={`Bytes ${octets.map(hex).join(" ")}`}>
      {octets.map((octet, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bytes have no other name than their place
        <span key={at} className="octet-large">
          {hex(octet)}
          {bits && <span className="octet-large-bits">{binary(octet)}</span>}
        </span>
      ))}
    </div>
  );
}
