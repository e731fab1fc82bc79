/** What an import of `core.wasm` gives in hosts that compile what is imported, such as Cloudflare Workers. */
declare const module: WebAssembly.Module;
export default module;
