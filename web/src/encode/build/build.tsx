/** Blocks built field by field. */
import { Empty } from "../../ui/pane";

export function Build() {
  return <Empty>Blocks are built here, field by field</Empty>;
}
