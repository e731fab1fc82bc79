/** Prose that is turned into a component when the page is built, with its examples. */
declare module "*.mdx" {
  const Text: import("./chapter").ChapterText["default"];
  export default Text;
  export const examples: import("./chapter").ChapterText["examples"];
}
