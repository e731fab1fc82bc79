/** Published claims about engines, and whether they hold on this machine. */

import type { BenchmarkClaim } from "../engine/types";
import { Facts, Stack } from "../ui/layout";
import styles from "./benchmark.module.css";
import { holds } from "./words";

export function Claims({ claims }: { claims: BenchmarkClaim[] }) {
  return claims.map((claim) => (
    <Stack
      as="section"
      gap="tight"
      small
      key={claim.stage}
      className={styles.judged}
      data-level={claim.holds}
      aria-label="The claim, tested"
    >
      <h3>{holds(claim)}</h3>
      <Facts
        of={[
          ["Claim", claim.claimed],
          ["Here", claim.seen],
        ]}
      />
    </Stack>
  ));
}
