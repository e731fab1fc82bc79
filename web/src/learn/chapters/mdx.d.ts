/** Prose that is turned into a component when the page is built. */
declare module "*.mdx" {
  const Text: import("./chapter").Chapter["Text"];
  export default Text;
}
