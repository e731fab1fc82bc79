/** The conditions of a measurement, in words. */
import type { BenchmarkResults } from "../engine/types";
import { nanoseconds, significant } from "../ui/figures";

export type Conditions = {
  /** Whether the machine was quiet enough, and advice if not; null if nothing was timed. */
  trust: string | null;
  sentences: string[];
};

/** The browser from its user agent: “Chromium 151”, “Firefox 140”. */
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

function percent(part: number): string {
  return `${significant(part * 100)}%`;
}

type Machine = { agent: string; cores: number; isolated: boolean };

export function thisMachine(): Machine {
  return {
    agent: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
    isolated: globalThis.crossOriginIsolated,
  };
}

const ADVICE = "Close other programs and tabs, plug in the power, and measure again with more precision.";

export function conditionsOf({ clockNs, trust, results }: BenchmarkResults, machine: Machine): Conditions {
  const noise = Math.max(...results.map(({ noise }) => noise ?? 0), 0);
  const isolated = machine.isolated
    ? "the page is cross-origin isolated"
    : "the page is not cross-origin isolated, so the clock is coarse";
  return {
    trust: trust === null ? null : trust.level === "unsure" ? `${trust.sentence} ${ADVICE}` : trust.sentence,
    sentences: [
      `Measured in ${browserOf(machine.agent)} with ${machine.cores} logical cores.`,
      `The clock advances in steps of ${clock(clockNs)}; ${isolated}.`,
      "Times are medians with 99.9% intervals; ratios come from interleaved pairs.",
      ...(noise > 0
        ? [`Measured against itself, the baseline varied by up to ${percent(noise)}; no interval is narrower.`]
        : []),
    ],
  };
}
