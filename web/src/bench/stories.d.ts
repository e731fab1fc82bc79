/** Made by scripts/lib/stories.mjs. */
declare module "virtual:stories" {
  export type StoryFolder = {
    /** The folder's name in hpack-test-case. */
    id: string;
    /** Stories taken, and how many there are. */
    stories: number;
    of: number;
    blocks: number;
    load(): Promise<{ default: unknown[] }>;
  };
  const folders: StoryFolder[];
  export default folders;
}
