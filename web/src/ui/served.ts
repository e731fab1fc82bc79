/** Whether the page's server has inputs for it, as that of `hpack-inspect view`. */
export function isServed(): boolean {
  return new URLSearchParams(location.search).has("inputs");
}
