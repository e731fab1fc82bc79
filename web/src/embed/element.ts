/**
 * `<hpack-inspector block="8286…" panes="bytes fields" theme="auto">`: a frame with the page as one file, for any page. It is
 * a frame and no more, as a strict page lets an element bring neither styles nor WebAssembly; such a page needs `frame-src`
 * alone. Without dependencies, at most 2 KB.
 */
const PREFIX = "hpack-inspector/";

/** What another page hands over: a text or bytes, and how to read them. */
export type OpenRequest = {
  /** The event “opened” or “refused” repeats it. */
  id: string | number;
  name?: string;
  text?: string;
  bytes?: ArrayBuffer | ArrayBufferView | Blob;
  /** The secrets of TLS connections: the contents of an SSLKEYLOGFILE. */
  keylog?: string;
  start?: "fresh" | "unknown";
};

/** The element's own attributes. */
export type InspectorAttributes = {
  /** Header blocks in hexadecimal, with spaces or commas between them. */
  block?: string;
  /** Some of “bytes”, “fields”, “step” and “table”. */
  panes?: string;
  theme?: "light" | "dark" | "auto";
  /** A block, or a block and a field, from 1: “2” or “2.3”. */
  select?: string;
  /** The address of the page, if it is not beside the script. */
  src?: string;
  /** Pixels. */
  height?: number | string;
};

// On a server, which draws nothing, there is no such class.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export class HpackInspector extends Base {
  static readonly observedAttributes = ["block", "panes", "theme", "select", "src"];
  readonly #frame = document.createElement("iframe");
  /** Messages for a page that is not ready yet; null once it is. */
  #waiting: [kind: string, body: object][] | null = [];
  #ask = 0;

  constructor() {
    super();
    // Not a child: a framework that has drawn the element knows what children it has.
    this.attachShadow({ mode: "open" }).append(this.#frame);
    this.addEventListener("ready", () => {
      clearInterval(this.#ask);
      for (const [kind, body] of this.#waiting ?? []) this.#post(kind, body);
      this.#waiting = null;
    });
  }

  connectedCallback(): void {
    const frame = this.#frame;
    frame.title = this.getAttribute("title") ?? "HPACK Inspector";
    frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads");
    frame.width = "100%";
    frame.height = this.getAttribute("height") ?? "420";
    frame.style.border = "0";
    addEventListener("message", this.#hear);
    this.#draw();
    this.#ask = window.setInterval(() => this.#post("ping", { version: 1 }), 100);
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.#hear);
    clearInterval(this.#ask);
    this.#waiting ??= [];
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected || this.#frame.src === "") return;
    if (name !== "src") {
      this.#draw();
      return;
    }
    // Another page, in another window: the one before would still answer in this one.
    this.disconnectedCallback();
    this.shadowRoot?.append(this.#frame);
    this.connectedCallback();
  }

  /** Opens a text or bytes; the event “opened” or “refused” answers. */
  open(request: OpenRequest): void {
    this.#send("open", request);
  }

  /** Selects a block, and a field in it, each counted from 1. */
  get select(): (block: number, field?: number | null) => void {
    return (block, field = null) => this.#send("select", { block, field });
  }

  // React sets an attribute whose name is a property's as that property.
  set select(place: string) {
    this.setAttribute("select", place);
  }

  #draw(): void {
    const words = new URLSearchParams({ v: "1" });
    for (const name of ["panes", "theme", "select"]) {
      const value = this.getAttribute(name);
      if (value !== null) words.set(name, value);
    }
    const blocks = this.getAttribute("block")
      ?.trim()
      .split(/[\s,]+/);
    for (const block of blocks ?? []) words.append("block", block);
    // Bundlers copy a file of this name as it is, and hosts send it as HTML; they rewrite “.html”.
    this.#frame.src = `${this.getAttribute("src") ?? new URL("./embed.htm", import.meta.url).href}#${words}`;
  }

  #send(kind: string, body: object): void {
    if (this.#waiting === null) this.#post(kind, body);
    // What can't be sent throws here, as it does later, and what is given can change until it is sent.
    else this.#waiting.push([kind, structuredClone(body)]);
  }

  #post(kind: string, body: object): void {
    // The sandboxed frame has no origin that a message could be addressed to.
    this.#frame.contentWindow?.postMessage({ ...body, type: PREFIX + kind }, "*");
  }

  readonly #hear = ({ source, data }: MessageEvent): void => {
    if (source !== this.#frame.contentWindow || !String(data?.type).startsWith(PREFIX)) return;
    const { type, ...detail } = data;
    const kind = type.slice(PREFIX.length);
    if (kind === "height" && !this.hasAttribute("height")) this.#frame.height = String(Number(detail.height));
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  };
}

// A page may load it twice, from two places.
if (globalThis.customElements?.get("hpack-inspector") === undefined)
  globalThis.customElements?.define("hpack-inspector", HpackInspector);

declare global {
  interface HTMLElementTagNameMap {
    "hpack-inspector": HpackInspector;
  }
}

// biome-ignore lint/suspicious/noTsIgnore: React's types may be there or not
/** @ts-ignore */
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      // biome-ignore lint/suspicious/noTsIgnore: as above
      /** @ts-ignore */
      "hpack-inspector": DetailedHTMLProps<HTMLAttributes<HpackInspector>, HpackInspector> & InspectorAttributes;
    }
  }
}
