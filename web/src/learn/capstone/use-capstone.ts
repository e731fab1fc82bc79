/** A capstone, made with the real decoder. */
import { useState } from "react";
import { useInspector } from "../../session/inspector";
import { useJob } from "../../ui/use-job";
import { tryOutOf } from "../exercises/exercise";
import { type Capstone, capstoneOf, type Sort } from "./task";

/** Null until it is made. */
export function useCapstone(sort: Sort, variant: number): Capstone | null {
  const { functions } = useInspector().client;
  const [made, setMade] = useState<Capstone | null>(null);
  useJob(
    async (signal) => {
      const blocks = await capstoneOf(sort, variant, tryOutOf(functions), functions.compose);
      if (!signal.aborted) setMade(blocks);
    },
    [sort, variant, functions],
  );
  return made;
}
