import { Bar } from "../ui/bar";
import { Button } from "../ui/button";
import { useStore } from "../ui/store";
import { switchVersion, waitingVersion } from "./offline";

/** Says that a new version is there; what is open stays as it is until the person switches. */
export function NewVersion() {
  const waiting = useStore(waitingVersion, (version) => version);
  if (waiting === null) return null;
  return (
    <Bar role="status">
      <p>A new version of this page is ready.</p>
      <span>
        <Button onClick={switchVersion}>Switch</Button>{" "}
        <Button onClick={() => waitingVersion.update(() => null)}>Later</Button>
      </span>
    </Bar>
  );
}
