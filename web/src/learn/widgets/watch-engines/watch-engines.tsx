/** How each Huffman engine reads a string, look-up by look-up, and the time that it takes. */

import { useEffect, useMemo, useRef, useState } from "react";
import { figure, verdict } from "../../../bench/words";
import { lettersOf } from "../../../engine/shown-text";
import type { EngineReading, HuffmanReading } from "../../../engine/types";
import { useFunctions } from "../../../inspector/inspector";
import { Strips, Summary } from "../../../panes/look-ups";
import { Button } from "../../../ui/button";
import { Choice } from "../../../ui/choice";
import { count, counted, nanoseconds, significant } from "../../../ui/figures";
import { Note } from "../../../ui/layout";
import { TextField } from "../../../ui/text-field";
import { bytesOf, Controls, Sideways, Slider, Widget } from "../parts";
import { BASELINE, type Contest, race, timeOf } from "./contest";
import { doneAt, lastMoment } from "./race";
import styles from "./watch-engines.module.css";

/** Longer texts are truncated. */
const MOST_BYTES = 2000;
/** Duration of the animation, and its interval, milliseconds. */
const SHOW_MS = 6000;
const TICK_MS = 60;

const EXAMPLES: [text: string, title: string][] = [
  ["Mozilla/5.0 (X11; Linux x86_64)", "a browser's value"],
  ["gzip", "a short string"],
  ["<a\\b>{c|d}~^", "long codes"],
  ["1769600000.0123456789", "digits"],
];

export function WatchEngines({ text: initial = EXAMPLES[0]?.[0] ?? "" }: { text?: string }) {
  const [text, setText] = useState(initial);
  const bytes = useMemo(() => bytesOf(text).subarray(0, MOST_BYTES), [text]);
  const watched = useFunctions((core) => core.huffmanEncode(bytes));
  return (
    <Widget name="The engines at work">
      <TextField label="String" value={text} onChange={setText} />
      <Choice label="Example strings" options={EXAMPLES} value={text} onChange={setText} />
      {watched !== null && <Show key={lettersOf(watched.reading.string.text)} {...watched} bytes={bytes.length} />}
    </Widget>
  );
}

function Show({ coded, reading, bytes }: { coded: Uint8Array; reading: HuffmanReading; bytes: number }) {
  const { readings, string } = reading;
  const [contest, setContest] = useState<Contest | "failed" | null>(null);
  const [byTime, setByTime] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const figures = contest === "failed" ? null : contest;
  const times = useMemo(() => {
    const known = new Map<string, number>();
    for (const { engine } of readings) {
      const time = timeOf(figures?.results.get(engine), bytes);
      if (time !== null) known.set(engine, time[0]);
    }
    return figures?.done === true && known.size === readings.length ? known : null;
  }, [figures, readings, bytes]);
  const pace = byTime ? times : null;
  const last = lastMoment(readings, pace);
  const shown = at === null ? null : Math.min(at, last);
  const [playing, setPlaying] = usePlay(last, shown, setAt);

  const strips = useFrontInSight(shown);

  const measure = () => {
    stop.current?.abort();
    const control = new AbortController();
    stop.current = control;
    setContest({ results: new Map(), clockNs: 0, part: 0, done: false });
    race(
      coded,
      readings.map(({ engine }) => engine),
      control.signal,
      setContest,
    ).catch(() => {
      if (!control.signal.aborted) setContest("failed");
    });
  };
  const pick = (byTime: boolean) => {
    setByTime(byTime);
    setAt(null);
    setPlaying(false);
  };

  if (bytes === 0) return <Note>The empty string needs no look-ups.</Note>;
  return (
    <>
      <Controls>
        <Button look="primary" onClick={() => setPlaying(!playing)}>
          {playing ? "Pause" : "Play"}
        </Button>
        <Button
          look="icon"
          aria-label="Back"
          disabled={shown === null || shown === 0}
          onClick={() => setAt((shown ?? 1) - 1)}
        >
          ‹
        </Button>
        <Button look="icon" aria-label="Forward" disabled={shown === last} onClick={() => setAt((shown ?? 0) + 1)}>
          ›
        </Button>
        <Slider
          label={pace === null ? "Look-ups of each engine" : "Time"}
          value={shown ?? last}
          min={0}
          max={last}
          shown={
            pace === null ? count(shown ?? last) : nanoseconds(((shown ?? last) / last) * Math.max(...pace.values()))
          }
          onChange={setAt}
        />
      </Controls>
      <Controls label="What each step shows">
        <Button aria-pressed={pace === null} onClick={() => pick(false)}>
          one look-up each
        </Button>
        <Button aria-pressed={pace !== null} disabled={times === null} onClick={() => pick(true)}>
          equal time for each{times === null && " (measure first)"}
        </Button>
      </Controls>
      <div ref={strips}>
        <Strips
          readings={readings}
          string={string}
          {...(shown === null ? {} : { doneOf: (reading: EngineReading) => doneAt(reading, shown, pace) })}
        />
      </div>
      {pace !== null && (
        <Note>
          The animation is slowed down {significant((SHOW_MS * 1e6) / Math.max(...pace.values()) / 1e6)} million times.
          An engine's look-ups are drawn evenly over its measured time; in reality they overlap in the processor.
        </Note>
      )}
      <Sideways label="Look-ups and times">
        <Summary
          readings={readings}
          role={string.role}
          more={[
            { title: "time, ns", cell: ({ engine }) => <Time time={timeOf(figures?.results.get(engine), bytes)} /> },
            {
              title: "compared with ours",
              cell: ({ engine }) => {
                const result = figures?.results.get(engine);
                if (result === undefined) return "–";
                return engine === BASELINE ? "ours" : verdict(result);
              },
            },
          ]}
        />
      </Sideways>
      <Controls>
        <Button disabled={figures !== null && !figures.done} onClick={measure}>
          {figures?.done === true ? "Measure again" : "Measure the time"}
        </Button>
        <Note className={styles.watchState} role="status">
          <State contest={contest} bytes={bytes} coded={coded.length} />
        </Note>
      </Controls>
    </>
  );
}

function Time({ time }: { time: [number, number, number] | null }) {
  if (time === null) return "–";
  const [median, low, high] = time;
  return (
    <>
      <strong>{figure(median)}</strong> <span className="dim">({`${figure(low)}–${figure(high)}`})</span>
    </>
  );
}

function State({ contest, bytes, coded }: { contest: Contest | "failed" | null; bytes: number; coded: number }) {
  if (contest === "failed") return "The worker that measures could not be started.";
  if (contest === null) return `${counted(bytes, "byte")} of text, ${counted(coded, "byte")} of code.`;
  if (!contest.done) return `Measuring: ${Math.round(contest.part * 100)}%`;
  const [one] = contest.results.values();
  const restless = [...contest.results.values()].some(({ restless }) => restless);
  return (
    <>
      Measured warm: the engines take turns at this string in random order; medians of{" "}
      {counted(one?.samples.length ?? 0, "round")} with 99.9% intervals, on a clock that ticks every{" "}
      {nanoseconds(contest.clockNs)}.
      {restless && " The machine was busy with other work, so small differences mean little."}
    </>
  );
}

/** Scrolls the strips to the foremost look-up. */
function useFrontInSight(shown: number | null) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the front moves with the moment
  useEffect(() => {
    const scroll = box.current?.querySelector("[data-sideways]");
    if (scroll == null) return;
    const { left, right } = scroll.getBoundingClientRect();
    const ends = Array.from(
      scroll.querySelectorAll("[data-state=at-work]"),
      (look) => look.getBoundingClientRect().right,
    );
    if (ends.length === 0) scroll.scrollLeft = 0;
    else if (Math.max(...ends) > right || Math.max(...ends) < left + 120)
      scroll.scrollLeft += Math.max(...ends) - right + 40;
  }, [shown]);
  return box;
}

/** Plays the animation to its last moment. */
function usePlay(last: number, shown: number | null, setAt: (at: number) => void): [boolean, (on: boolean) => void] {
  const [playing, setPlaying] = useState(false);
  const place = useRef(0);
  place.current = shown ?? last;
  useEffect(() => {
    if (!playing) return;
    const stride = Math.max(1, Math.ceil((last * TICK_MS) / SHOW_MS));
    const wait = Math.max(TICK_MS, (SHOW_MS * stride) / Math.max(last, 12));
    const timer = setInterval(
      () => {
        const next = Math.min(place.current + stride, last);
        setAt(next);
        if (next === last) setPlaying(false);
      },
      Math.min(wait, 500),
    );
    return () => clearInterval(timer);
  }, [playing, last, setAt]);
  const turn = (on: boolean) => {
    if (on && (shown === null || shown >= last)) setAt(0);
    setPlaying(on);
  };
  return [playing, turn];
}
