/** Prose, compiled to a component by the build, with its examples. */
declare module "*.mdx" {
  type Text = import("./chapter").ChapterText;
  const Prose: Text["default"];
  export default Prose;
  export const examples: Text["examples"];
  export const title: string;
  export const brief: string;
  export const sections: readonly string[];
}
