/** What is claimed elsewhere, and what is seen of it here. */

import type { BenchmarkClaim } from "../engine/types";
import styles from "./benchmark.module.css";
import { holds } from "./words";

export function Claims({ claims }: { claims: BenchmarkClaim[] }) {
  return claims.map((claim) => (
    <section key={claim.stage} className={styles.claim} data-holds={claim.holds} aria-label="The claim, tested">
      <h3>{holds(claim)}</h3>
      <dl>
        <dt>Claim</dt>
        <dd>{claim.claimed}</dd>
        <dt>Here</dt>
        <dd>{claim.seen}</dd>
      </dl>
    </section>
  ));
}
