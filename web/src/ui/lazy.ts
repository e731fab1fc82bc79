/** Something whose script is loaded on first use; again after a failure. */
export class Lazy<Thing> {
  /** Null until it is loaded. */
  now: Thing | null = null;
  private loading: Promise<Thing> | null = null;

  constructor(private readonly load: () => Promise<Thing>) {}

  get(): Promise<Thing> {
    this.loading ??= this.load().then(
      (thing) => {
        this.now = thing;
        return thing;
      },
      (reason) => {
        this.loading = null;
        throw reason;
      },
    );
    return this.loading;
  }
}
