/** Which of the server's inputs is open, `name` if there is no choice, whether it still arrives, and whether the newest block is followed. */
import type { ReactNode } from "react";
import { useSession } from "../session/inspector";
import { Button } from "../ui/button";
import { Chip } from "../ui/chip";
import { Select } from "../ui/control";
import { useStore } from "../ui/store";
import { tip } from "../ui/tip";
import type { LiveInput } from "./live";

export function LiveBar({ live, name }: { live: LiveInput; name: ReactNode }) {
  const { shown, isArriving, follows } = useStore(live.store, (state) => state);
  const isShown = useSession((session) => live.isShown(session.input));
  const isEmpty = useSession(({ opened }) => opened === null || (opened.status === "ok" && opened.connections === 0));
  const { inputs } = live;
  return (
    <>
      {(inputs.length === 1 || !isShown) && name}
      {inputs.length > 1 && (
        <Select aria-label="Served input" value={shown} onChange={({ target }) => live.show(target.selectedIndex)}>
          {inputs.map(({ name }, number) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {isShown && inputs[shown]?.grows && (
        <>
          <span role="status">
            <Chip>{!isArriving ? "Ended" : isEmpty ? "Waiting for packets…" : "Live"}</Chip>
          </span>
          {isArriving && (
            <Button
              aria-pressed={follows}
              onClick={() => live.follow(!follows)}
              {...tip("Select the newest block as it arrives; selecting anything else stops this")}
            >
              Follow
            </Button>
          )}
        </>
      )}
    </>
  );
}
