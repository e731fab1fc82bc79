/** HPACK next to the compression of HTTP/3. */
import { DataTable } from "../../ui/data-table";
import { SectionText } from "../../ui/section";
import { Sideways } from "../widgets/parts";
import text from "./qpack.txt?raw";
import { recordsOf } from "./records";
import styles from "./reference.module.css";

export function Qpack() {
  return (
    <>
      <p>
        <SectionText text="QPACK (RFC 9204 §1) compresses the fields of HTTP/3. It keeps the ideas of HPACK, and changes what depends on order: in QUIC the streams arrive independently, so that a block cannot count on all blocks sent before it." />
      </p>
      <Sideways label="HPACK and QPACK, all columns">
        <DataTable wide className={styles.table} aria-label="HPACK and QPACK" columns={["", "HPACK", "QPACK"]}>
          {recordsOf(text).map(([what, hpack, qpack]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{hpack}</td>
              <td>{qpack}</td>
            </tr>
          ))}
        </DataTable>
      </Sideways>
      <h2>What stays</h2>
      <p>
        <SectionText text="Integers with a prefix; every implementation must decode those of up to 62 bits (RFC 9204 §4.1.1); strings with an H bit, whose prefix can be shorter (RFC 9204 §4.1.2); the Huffman code; 32 bytes of overhead an entry (RFC 9204 §3.2.1); and a bit N for never indexed (RFC 9204 §4.5.4)." />
      </p>
    </>
  );
}
