/**
 * What the parts of the builder share: what is being built, what the core
 * makes of it, and what a person can do. It has a worker of its own, so that
 * what is typed is answered while a large capture is read.
 */
import { createContext, useContext } from "react";
import { EngineClient } from "../engine/client";
import { isDropped } from "../engine/stale-error";
import type { Composed, ComposedBlock, FieldText, Policies } from "../engine/types";
import { withoutSecrets } from "../session/redact";
import type { MaskFields, Secrets } from "../session/secrets";
import { createStore, type Store, useStore } from "../session/store";
import {
  appendBlocks,
  type Building,
  buildingOf,
  compositionOf,
  excessOf,
  isBlank,
  NOTHING,
  type Place,
  pasteLists,
  select,
} from "./composition";
import { printComposition } from "./composition-json";
import type { FieldLists } from "./field-lines";

/** Characters of what a link builds, unpacked, at most: a few kilobytes of a link can stand for megabytes. */
const LINK_MOST = 1 << 20;

export type ComposerState = {
  building: Building;
  /** What the core made of what was being built at the time. */
  answer: Answer | null;
  /** Why it could make nothing of it. */
  problem: string | null;
  policies: Policies | null;
  /** What something else took the place of, so that it is not lost. */
  aside: Building | null;
  /** What to know of what was brought, as a sentence. */
  note: string | null;
  /** Header lists of an archive, to choose from. */
  offered: FieldText[][] | null;
};

export const NO_COMPOSITION: ComposerState = {
  building: NOTHING,
  answer: null,
  problem: null,
  policies: null,
  aside: null,
  note: null,
  offered: null,
};

export type Answer = { of: Building; composed: Composed };

export class Composer {
  private readonly client = new EngineClient();
  /** Whether the core is at work; what changes meanwhile is composed next. */
  private working = false;
  /** Whether the view is there: until then no answer is needed. */
  private awake = false;

  constructor(readonly store: Store<ComposerState> = createStore(NO_COMPOSITION)) {
    this.client.onCrash((message) => this.fail(message));
  }

  /** Begins to answer. */
  wake(): void {
    if (this.awake) return;
    this.awake = true;
    this.client.functions.policies().then(
      (policies) => this.store.update((state) => ({ ...state, policies })),
      (reason) => this.fail(reason),
    );
    this.compose();
  }

  /** Whether the change was made: one that is too much for the builder is not, and says so. */
  update(change: (building: Building) => Building): boolean {
    const { building: before } = this.store.get();
    const building = change(before);
    const excess = excessOf(building);
    if (excess !== null) {
      this.say(excess);
      return false;
    }
    this.store.update((state) => (building === before ? state : { ...state, building }));
    if (isOther(before, building)) this.compose();
    return true;
  }

  /** What is looked at. */
  select(at: Place): void {
    this.update((building) => select(building, at));
  }

  /** Something else altogether; what was there is set aside. */
  open(building: Building, note: string | null = null): void {
    const { building: before } = this.store.get();
    if (!this.update(() => building)) return;
    this.store.update((state) => ({ ...state, aside: isBlank(before) ? null : before, note }));
  }

  /** Says what became of something that was brought; null: no more. */
  say(note: string | null): void {
    this.store.update((state) => (state.note === note ? state : { ...state, note }));
  }

  /** Header lists out of a HAR archive, to choose from. */
  async offer(archive: Blob): Promise<void> {
    const lists: [name: string, value: string][][] = JSON.parse(await this.client.functions.harLists(archive));
    const offered = lists.map((list) => list.map(([name, value]) => ({ name, value })));
    this.store.update((state) => ({ ...state, offered }));
  }

  /** Takes them, each as a block behind the others; none: nothing was chosen. */
  take(lists: readonly FieldText[][]): void {
    this.update((building) => appendBlocks(building, lists));
    this.store.update((state) => ({ ...state, offered: null }));
  }

  /** Fields that were pasted in no place: one list behind the fields of the block at hand, several as blocks. */
  paste({ lists, note }: FieldLists): void {
    if (this.update((building) => pasteLists(building, lists))) this.say(note);
  }

  /** Forgets what was set aside. */
  settle(): void {
    this.store.update((state) => (state.aside === null ? state : { ...state, aside: null }));
  }

  /** What a link carries; what can't be read, or is too much, is left out. */
  async follow(text: string): Promise<void> {
    if (text === this.text()) return;
    if (text.length > LINK_MOST) {
      this.say("What this link builds is too large for Encode, so it was left out.");
      return;
    }
    const { parseComposition } = await import("./parse-composition");
    const composition = parseComposition(text);
    if (composition !== null) this.open(buildingOf(composition));
  }

  /** What a link carries of it; null for nothing. */
  text(): string | null {
    const { building } = this.store.get();
    return isBlank(building) ? null : printComposition(compositionOf(building));
  }

  /** What is built, as the core writes it: as text that is read back, a story or a test. */
  written(form: string): Promise<string> {
    return this.client.functions.written(compositionOf(this.store.get().building), form);
  }

  /** Takes back that something else was opened, and that this was taken back; whether there is such a thing. */
  undo(): boolean {
    const { aside } = this.store.get();
    if (aside === null) return false;
    this.open(aside);
    return true;
  }

  begin(): void {
    this.client.begin();
  }

  end(): void {
    this.client.end();
    this.awake = false;
    this.working = false;
  }

  /** One after the other, the newest next: an older answer never comes after a newer one. */
  private async compose(): Promise<void> {
    if (!this.awake || this.working) return;
    this.working = true;
    try {
      for (;;) {
        const of = this.store.get().building;
        const composed = await this.client.functions.compose(compositionOf(of));
        this.store.update((state) => ({ ...state, answer: { of, composed }, problem: null }));
        if (!isOther(of, this.store.get().building)) break;
      }
    } catch (reason) {
      this.fail(reason);
    } finally {
      this.working = false;
    }
  }

  private fail(reason: unknown): void {
    this.working = false;
    if (isDropped(reason)) return;
    const problem = reason instanceof Error ? reason.message : String(reason);
    this.store.update((state) => ({ ...state, problem }));
  }
}

/** What a link carries of it without the values of fields that hold secrets, and which those are. */
export async function textWithoutSecrets(
  building: Building,
  mask: MaskFields,
): Promise<{ text: string | null; left: Secrets }> {
  const { composition, left } = await withoutSecrets(compositionOf(building), mask);
  return { text: isBlank(building) ? null : printComposition(composition), left };
}

/** Whether it encodes to something else. */
function isOther(one: Building, other: Building): boolean {
  return (
    one.blocks !== other.blocks ||
    one.policy !== other.policy ||
    one.framing !== other.framing ||
    one.prior !== other.prior ||
    one.limit !== other.limit ||
    one.maximum !== other.maximum
  );
}

/** `null` if the page has no builder, as in tests of other parts. */
export const ComposerContext = createContext<Composer | null>(null);

export function useComposer(): Composer {
  const composer = useContext(ComposerContext);
  if (composer === null) throw new Error("no Composer above this component");
  return composer;
}

export function useComposed<Part>(read: (state: ComposerState) => Part): Part {
  return useStore(useComposer().store, read);
}

/** The block of that id, as it was last encoded. */
export function blockOf(answer: Answer | null, id: number): ComposedBlock | null {
  const number = answer?.of.blocks.findIndex((block) => block.id === id) ?? -1;
  return answer?.composed.blocks[number] ?? null;
}
