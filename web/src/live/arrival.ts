/** The bytes of a response as they arrive. */
export class Arrival {
  size = 0;
  /** Nothing more will arrive. */
  hasEnded = false;
  private content = new Blob();
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private wake = () => {};

  constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    const reader = body.getReader();
    const receive = async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        this.chunks.push(value);
        this.size += value.length;
        this.wake();
      }
    };
    // The program was stopped, which ends its pipe, too.
    receive()
      .catch(() => {})
      .finally(() => {
        this.hasEnded = true;
        this.wake();
      });
  }

  /** Resolves once there are more bytes than `size`, or there will be none. */
  async wait(size: number): Promise<void> {
    while (this.size <= size && !this.hasEnded) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /** What has arrived. */
  file(name: string): File {
    this.content = new Blob([this.content, ...this.chunks]);
    this.chunks = [];
    return new File([this.content], name);
  }
}
