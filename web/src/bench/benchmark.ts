/** The benchmark's choice, run and results, shared by the parts of the view. */

import storyFolders from "virtual:stories";
import { createContext, useContext, useMemo } from "react";
import { choiceFromLink } from "../address/benchmark-choice";
import { BenchmarkClient } from "../engine/benchmark-client";
import { isAbort } from "../engine/stale-error";
import type { BenchmarkChoice, BenchmarkWorkload } from "../engine/types";
import type { Inspector } from "../session/inspector";
import { hasBlocks } from "../session/session";
import { counted } from "../ui/figures";
import { type Store, useStore } from "../ui/store";
import type { BenchmarkState } from "./benchmark-state";
import { type Question, STAGES, withQuestion } from "./questions";

/** Inputs other than stories. */
export const SESSION = "session";
export const FILE = "file";

/** Inputs for any stage. */
export const INPUTS: BenchmarkWorkload[] = [
  ...storyFolders.map(({ id, stories, of, blocks }) => ({
    id,
    title: `${id} test stories (${stories === of ? `all ${of}` : `${stories} of ${of}`}), ${counted(blocks, "block")}`,
  })),
  { id: SESSION, title: "the session open in Inspect" },
  { id: FILE, title: "a file" },
];

/** Short titles of inputs, for results. */
const SHORT_TITLES: Record<string, string> = { [SESSION]: "the open session" };

export class Bench {
  private readonly client = new BenchmarkClient();
  private stopped = false;

  constructor(
    private readonly inspector: Inspector,
    readonly store: Store<BenchmarkState>,
  ) {
    this.client.onCrash((message) => this.fail(message));
  }

  private update(change: Partial<BenchmarkState>): void {
    this.store.update((state) => ({ ...state, ...change }));
  }

  /** Starts the worker, and measures first uses in it, once. */
  async load(): Promise<void> {
    if (this.store.get().firstUses.size > 0) return;
    try {
      this.update({ firstUses: new Map(await this.client.core.firstUses()) });
    } catch (reason) {
      this.fail(reason);
    }
  }

  ask(question: Partial<Question>): void {
    const { care } = chosen(this.store.get());
    this.choose(chosen({ linked: { care, ...question }, choice: null }));
  }

  choose(choice: BenchmarkChoice): void {
    this.update({ choice });
  }

  addFile(file: { name: string; bytes: Uint8Array }): void {
    this.update({ file });
    const choice = chosen(this.store.get());
    if (!choice.workloads.includes(FILE)) {
      this.choose({ ...choice, workloads: [...choice.workloads, FILE] });
    }
  }

  async run(): Promise<void> {
    const { progress } = this.store.get();
    if (progress !== null) return;
    const choice = chosen(this.store.get());
    this.stopped = false;
    this.update({ progress: "loading", measured: null, problems: [] });
    try {
      await this.quietInspect();
      const problems = await this.sendInputs(choice.workloads);
      const started = await this.client.core.start(choice);
      const empty = started.empty.filter((id) => !problems.has(id));
      for (const id of empty) problems.set(id, `${this.titleOf(id)} contains nothing that this stage can measure.`);
      this.update({ problems: [...problems.values()] });
      const results = this.stopped
        ? null
        : await this.client.run((progress, results) => {
            if (this.stopped) return;
            this.update({ progress });
            if (results !== null) this.update({ measured: { choice, results, whole: false } });
          });
      const measured = results === null ? null : { choice, results, whole: !this.stopped };
      this.update({ progress: null, measured });
    } catch (reason) {
      this.fail(reason);
    }
  }

  /** Ends the run; what has been measured stays. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.client.core.stop();
  }

  end(): void {
    this.client.end();
  }

  /** Inspect must not measure at the same time. */
  private async quietInspect(): Promise<void> {
    if (this.inspector.store.get().timing.measuring !== null) this.inspector.stopMeasuring();
  }

  /** Sends the inputs to the worker; returns a sentence for each that failed. */
  private async sendInputs(ids: string[]): Promise<Map<string, string>> {
    const problems = new Map<string, string>();
    for (const id of ids) {
      if (!INPUTS.some((input) => input.id === id)) continue;
      const problem = await this.sendInput(id);
      if (problem !== null) problems.set(id, problem);
    }
    return problems;
  }

  private async sendInput(id: string): Promise<string | null> {
    const { core } = this.client;
    const folder = storyFolders.find((folder) => folder.id === id);
    let inputs: (string | Uint8Array)[];
    let options = {};
    if (folder !== undefined) {
      inputs = (await folder.load()).default.map((cases) => JSON.stringify({ cases }));
    } else if (id === SESSION) {
      const session = this.inspector.store.get();
      if (!hasBlocks(session))
        return "Nothing is open in Inspect. Open something there first, or choose another workload.";
      inputs = [session.input.kind === "text" ? session.input.text : await fileBytes(session.input.file)];
      options = session.options;
    } else {
      const { file } = this.store.get();
      if (file === null) return "No file has been chosen. Choose one, or another workload.";
      inputs = [file.bytes];
    }
    const added = await core.add(id, this.titleOf(id), inputs, options);
    if (added.status === "ok") return null;
    return `${this.titleOf(id)} could not be read: ${added.message} (line ${added.line}, column ${added.column})`;
  }

  private titleOf(id: string): string {
    return (id === FILE ? this.store.get().file?.name : SHORT_TITLES[id]) ?? id;
  }

  private fail(reason: unknown): void {
    if (isAbort(reason)) return;
    const message = reason instanceof Error ? reason.message : String(reason);
    this.client.end();
    this.update({ progress: null, problems: [`The benchmark stopped: ${message}`] });
  }
}

/** What is chosen, or what the link says. */
export function chosen({ choice, linked }: Pick<BenchmarkState, "choice" | "linked">): BenchmarkChoice {
  const made = choice ?? choiceFromLink(STAGES, INPUTS, withQuestion(linked));
  if (made === null) throw new Error("there are stages");
  return made;
}

async function fileBytes(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

export const BenchContext = createContext<Bench | null>(null);

export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (bench === null) throw new Error("a Bench stands above the Benchmark view");
  return bench;
}

export function useBenchmark<Part>(read: (state: BenchmarkState) => Part): Part {
  return useStore(useBench().store, read);
}

export function useChoice(): BenchmarkChoice {
  const choice = useBenchmark((state) => state.choice);
  const linked = useBenchmark((state) => state.linked);
  return useMemo(() => chosen({ choice, linked }), [choice, linked]);
}
