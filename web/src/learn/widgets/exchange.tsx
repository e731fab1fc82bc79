/** Frames, streams and settings at the beginning of a connection. */
import { DataTable } from "../../ui/data-table";
import { Sideways } from "../../ui/sideways";

const FRAMES: [from: "client" | "server", frame: string, meaning: string][] = [
  ["client", "SETTINGS", "My table for responses may have 4096 bytes."],
  ["server", "SETTINGS", "My table for requests may have 4096 bytes."],
  ["client", "SETTINGS, acknowledgement", "I have applied your settings."],
  ["server", "SETTINGS, acknowledgement", "I have applied your settings."],
  ["client", "HEADERS, stream 1", "A request's header block. Both sides change the table for requests."],
  ["server", "HEADERS, stream 1", "The response's header block. Both sides change the table for responses."],
  ["server", "DATA, stream 1", "The response's body, which HPACK does not touch."],
  ["client", "HEADERS, stream 3", "The next request refers to what the first one added to the table."],
];

export function Exchange() {
  return (
    <Sideways label="Frames of a connection, all columns">
      <DataTable wide aria-label="Frames of a connection" columns={["from", "frame", "what it says"]}>
        {FRAMES.map(([from, frame, meaning]) => (
          <tr key={`${from} ${frame}`}>
            <td>{from === "client" ? "client →" : "← server"}</td>
            <th scope="row">{frame}</th>
            <td>{meaning}</td>
          </tr>
        ))}
      </DataTable>
    </Sideways>
  );
}
