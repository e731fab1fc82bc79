/** Opens the comparison of the selected block with another. */
import { commandProps } from "../commands/command-props";
import { Button } from "../ui/button";
import { handlerOf } from "../ui/command-handlers";

export function CompareButton() {
  return (
    <Button onClick={() => handlerOf("compare")?.(null)} {...commandProps("compare")}>
      Compare…
    </Button>
  );
}
