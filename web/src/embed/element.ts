/**
 * `<hpack-inspector block="8286…" panes="bytes fields" theme="auto">`: a frame with the page as one file, for any page. It is
 * a frame and no more, as a strict page lets an element bring neither styles nor WebAssembly; such a page needs `frame-src`
 * alone. Without dependencies, at most 2 KB.
 */
const PREFIX = "hpack-inspector/";

class HpackInspector extends HTMLElement {
  static readonly observedAttributes = ["block", "panes", "theme", "select", "src"];
  private readonly frame = document.createElement("iframe");
  private ready = Promise.resolve();
  private drawn = false;

  connectedCallback(): void {
    const { frame } = this;
    frame.title = this.getAttribute("title") ?? "HPACK Inspector";
    frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads");
    frame.width = "100%";
    frame.height = this.getAttribute("height") ?? "420";
    frame.style.border = "0";
    addEventListener("message", this.hear);
    this.draw();
    this.append(frame);
    let answer = () => {};
    this.ready = new Promise((resolve) => {
      answer = resolve;
    });
    this.addEventListener("ready", answer, { once: true });
    const ask = setInterval(() => this.isConnected && this.post("ping", { version: 1 }), 100);
    this.ready.then(() => clearInterval(ask));
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.hear);
    this.frame.remove();
    this.drawn = false;
  }

  attributeChangedCallback(): void {
    if (this.drawn) this.draw();
  }

  /** Opens `{ id, name, text | bytes, keylog?, start? }`; the event “opened” or “refused” answers. */
  async open(request: object): Promise<void> {
    await this.ready;
    this.post("open", request);
  }

  /** Selects a block, and a field in it, each counted from 1. */
  async select(block: number, field: number | null = null): Promise<void> {
    await this.ready;
    this.post("select", { block, field });
  }

  private draw(): void {
    const words = new URLSearchParams({ v: "1" });
    for (const name of ["panes", "theme", "select"]) {
      const value = this.getAttribute(name);
      if (value !== null) words.set(name, value);
    }
    for (const block of this.getAttribute("block")?.split(/[\s,]+/) ?? [])
      if (block !== "") words.append("block", block);
    this.frame.src = `${this.getAttribute("src") ?? new URL(/* @vite-ignore */ "embed.html", import.meta.url).href}#${words}`;
    this.drawn = true;
  }

  private post(kind: string, body: object): void {
    // The sandboxed frame has no origin that a message could be addressed to.
    this.frame.contentWindow?.postMessage({ ...body, type: PREFIX + kind }, "*");
  }

  private readonly hear = ({ source, data }: MessageEvent): void => {
    if (source !== this.frame.contentWindow || !String(data?.type).startsWith(PREFIX)) return;
    const { type, ...detail } = data;
    const kind = type.slice(PREFIX.length);
    if (kind === "height" && !this.hasAttribute("height")) this.frame.height = String(Number(detail.height));
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  };
}

customElements.define("hpack-inspector", HpackInspector);
