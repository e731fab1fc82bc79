/** Prose, compiled to a component by the build, with its examples. */
declare module "*.mdx" {
  const Text: import("./chapter").ChapterText["default"];
  export default Text;
  export const examples: import("./chapter").ChapterText["examples"];
}
