/** Under what conditions something was measured, in words. */
import type { BenchmarkResults } from "../engine/benchmark-types";
import { nanoseconds, significant } from "../ui/figures";

export type Conditions = {
  sentences: string[];
  /** What to do where the machine was too restless. */
  warning: string | null;
};

/** The browser as its user agent names it: «Chromium 151», «Firefox 140». */
export function browserOf(agent: string): string {
  const found = [
    ["Edge", /Edg\/(\d+)/],
    ["Firefox", /Firefox\/(\d+)/],
    ["Chromium", /Chrome\/(\d+)/],
    ["Safari", /Version\/([\d.]+).*Safari/],
  ] as const;
  for (const [name, pattern] of found) {
    const version = pattern.exec(agent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return "an unknown browser";
}

function clock(ns: number): string {
  return ns >= 1000 ? `${significant(ns / 1000)} µs` : nanoseconds(ns);
}

export type Machine = { agent: string; cores: number; isolated: boolean };

export function thisMachine(): Machine {
  return {
    agent: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
    isolated: globalThis.crossOriginIsolated,
  };
}

export function conditionsOf({ clockNs, results }: BenchmarkResults, machine: Machine): Conditions {
  const restless = results.filter(({ restless }) => restless).length;
  const isolated = machine.isolated
    ? "the page is cross-origin isolated"
    : "the page is not cross-origin isolated, so the clock is coarse";
  return {
    sentences: [
      `Measured in ${browserOf(machine.agent)} with ${machine.cores} logical cores.`,
      `The clock steps by ${clock(clockNs)}; ${isolated}.`,
      "Medians with 99.9 % intervals; ratios from interleaved pairs.",
    ],
    warning:
      restless === 0
        ? null
        : `The machine was restless during ${restless} of ${results.length} measurements: small differences mean little. Close other programs and tabs, plug the power in, and measure again, «thorough».`,
  };
}
