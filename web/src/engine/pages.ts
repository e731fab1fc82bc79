/** A cache of the answers to “page number n”, oldest use out first. */

/** Rows, blocks or frames fetched at a time. */
export const PAGE = 256;
/** Pages kept of each: some 16,000 rows. */
const PAGES_KEPT = 64;

export class Pages<Window, Item> {
  private held = new Map<number, Window>();
  private asked = new Map<number, Promise<Window>>();

  constructor(
    readonly total: number,
    private readonly fetch: (from: number, to: number) => Promise<Window>,
    private readonly itemIn: (window: Window, at: number) => Item | null,
  ) {}

  /** The item, if its page is here already. */
  peek(at: number): Item | null {
    const window = this.held.get(Math.floor(at / PAGE));
    return window === undefined ? null : this.itemIn(window, at);
  }

  /** null where there is none of that number. */
  async get(at: number): Promise<Item | null> {
    if (at < 0 || at >= this.total) return null;
    return this.itemIn(await this.page(Math.floor(at / PAGE)), at);
  }

  private page(page: number): Promise<Window> {
    const held = this.held.get(page);
    if (held !== undefined) {
      this.keep(page, held);
      return Promise.resolve(held);
    }
    const asked = this.asked.get(page);
    if (asked !== undefined) return asked;
    const answer = this.fetch(page * PAGE, Math.min((page + 1) * PAGE, this.total)).finally(() =>
      this.asked.delete(page),
    );
    this.asked.set(page, answer);
    return answer.then((window) => {
      this.keep(page, window);
      return window;
    });
  }

  private keep(page: number, window: Window): void {
    this.held.delete(page);
    this.held.set(page, window);
    for (const oldest of this.held.keys()) {
      if (this.held.size <= PAGES_KEPT) break;
      this.held.delete(oldest);
    }
  }
}
