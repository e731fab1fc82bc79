/**
 * The builder's composition, the core's answer, and the user's actions. It has
 * its own worker, so that typing is answered while a large capture is read.
 */
import { createContext, useContext } from "react";
import { EngineClient } from "../engine/client";
import { isAbort } from "../engine/stale-error";
import type { Composed, ComposedBlock, FieldText, Policies } from "../engine/types";
import { withoutSecrets } from "../session/redact";
import type { MaskFields, Secrets } from "../session/secrets";
import { createStore, type Store, useStore } from "../ui/store";
import {
  appendBlocks,
  type Building,
  buildingOf,
  compositionOf,
  isBlank,
  limitError,
  NOTHING,
  pasteLists,
  type RowPlace,
  select,
} from "./composition";
import { printComposition } from "./composition-json";
import type { FieldLists } from "./field-lines";

/** Longest unpacked composition of a link, characters: a few kilobytes can unpack to megabytes. */
const LINK_MOST = 1 << 20;

export type ComposerState = {
  building: Building;
  /** The core's answer to the composition at that time. */
  answer: Answer | null;
  /** Why the core could not encode it. */
  problem: string | null;
  policies: Policies | null;
  /** The replaced composition, to be restored. */
  previous: Building | null;
  /** A sentence about the opened input. */
  note: string | null;
  /** Header lists of an archive, to choose from. */
  offered: FieldText[][] | null;
};

export const NO_COMPOSITION: ComposerState = {
  building: NOTHING,
  answer: null,
  problem: null,
  policies: null,
  previous: null,
  note: null,
  offered: null,
};

export type Answer = { of: Building; composed: Composed };

export class Composer {
  readonly client = new EngineClient();
  /** The core is at work; later changes are composed next. */
  private working = false;
  /** The view is open: before that no answer is needed. */
  private started = false;

  constructor(readonly store: Store<ComposerState> = createStore(NO_COMPOSITION)) {
    this.client.onCrash((message) => this.fail(message));
  }

  start(): void {
    if (this.started) return;
    this.started = true;
    this.client.functions.policies().then(
      (policies) => this.store.update((state) => ({ ...state, policies })),
      (reason) => this.fail(reason),
    );
    this.compose();
  }

  /** Applies a change; refuses one that is too large for the builder, with a note, and returns false. */
  update(change: (building: Building) => Building): boolean {
    const { building: before } = this.store.get();
    const building = change(before);
    const excess = limitError(building);
    if (excess !== null) {
      this.showNote(excess);
      return false;
    }
    this.store.update((state) => (building === before ? state : { ...state, building }));
    if (isOther(before, building)) this.compose();
    return true;
  }

  select(at: RowPlace): void {
    this.update((building) => select(building, at));
  }

  /** Opens another composition, and sets the current one aside. */
  open(building: Building, note: string | null = null): void {
    const { building: before } = this.store.get();
    if (!this.update(() => building)) return;
    this.store.update((state) => ({ ...state, previous: isBlank(before) ? null : before, note }));
  }

  /** Shows a note about an input; null removes it. */
  showNote(note: string | null): void {
    this.store.update((state) => (state.note === note ? state : { ...state, note }));
  }

  /** Offers the header lists of a HAR archive. */
  async openArchive(archive: Blob): Promise<void> {
    const lists: [name: string, value: string][][] = JSON.parse(await this.client.functions.harLists(archive));
    const offered = lists.map((list) => list.map(([name, value]) => ({ name, value })));
    this.store.update((state) => ({ ...state, offered }));
  }

  /** Appends the chosen lists as blocks; an empty list cancels. */
  addLists(lists: readonly FieldText[][]): void {
    this.update((building) => appendBlocks(building, lists));
    this.store.update((state) => ({ ...state, offered: null }));
  }

  /** Pastes fields outside any row: one list after the selected block's fields, several as blocks. */
  paste({ lists, note }: FieldLists): void {
    if (this.update((building) => pasteLists(building, lists))) this.showNote(note);
  }

  /** Forgets the composition that was set aside. */
  discardPrevious(): void {
    this.store.update((state) => (state.previous === null ? state : { ...state, previous: null }));
  }

  /** Opens a link's composition; ignores one that can't be read, or is too large. */
  async openLink(text: string): Promise<void> {
    if (text === this.text()) return;
    if (text.length > LINK_MOST) {
      this.showNote("What this link builds is too large for Encode, so it was left out.");
      return;
    }
    const { parseComposition } = await import("./parse-composition");
    const composition = parseComposition(text);
    if (composition !== null) this.open(buildingOf(composition));
  }

  /** The composition for a link; null if it is empty. */
  text(): string | null {
    const { building } = this.store.get();
    return isBlank(building) ? null : printComposition(compositionOf(building));
  }

  /** A composition as written by the core: as text that can be decoded, a story or a test. */
  write(form: string, of: Building = this.store.get().building): Promise<string> {
    return this.client.functions.written(compositionOf(of), form);
  }

  /** Undoes the opening of another composition, or redoes it; false if there was none. */
  undo(): boolean {
    const { previous } = this.store.get();
    if (previous === null) return false;
    this.open(previous);
    return true;
  }

  begin(): void {
    this.client.begin();
  }

  end(): void {
    this.client.end();
    this.started = false;
    this.working = false;
  }

  /** Composes one state after the other, skipping to the newest: answers arrive in order. */
  private async compose(): Promise<void> {
    if (!this.started || this.working) return;
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

  /** Shows why the core could not encode. */
  fail(reason: unknown): void {
    this.working = false;
    if (isAbort(reason)) return;
    const problem = reason instanceof Error ? reason.message : String(reason);
    this.store.update((state) => ({ ...state, problem }));
  }
}

/** A link's composition without the values of fields that hold secrets, and the names of these fields. */
export async function textWithoutSecrets(
  building: Building,
  mask: MaskFields,
): Promise<{ text: string | null; left: Secrets }> {
  const { composition, left } = await withoutSecrets(compositionOf(building), mask);
  return { text: isBlank(building) ? null : printComposition(composition), left };
}

/** True if they encode differently. */
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
