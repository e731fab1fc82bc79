/** A connection encoded in another way than it was. */
import { Empty } from "../../ui/pane";

export function WhatIf() {
  return <Empty>Open a session in Inspect: what it would cost under another policy stands here</Empty>;
}
