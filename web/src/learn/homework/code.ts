/** Result codes: an exercise, its variant, and check characters that a slip of the pen does not fit. */
export type Solved = { exercise: string; variant: number };

/** FNV-1a with 32 bits, as four characters. */
function checkOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash % 36 ** 4).toString(36).padStart(4, "0");
}

export function codeOf({ exercise, variant }: Solved): string {
  return `${exercise}-${variant}-${checkOf(`${exercise}/${variant}`)}`;
}

/** The codes in a text of any sort, each once, and words that look like codes but are none. */
export function codesIn(text: string): { solved: Solved[]; wrong: string[] } {
  const words = new Set(text.toLowerCase().match(/[a-z]+(?:-[a-z]+)*-\d{1,10}-[0-9a-z]+/g));
  const read = Array.from(words, (word) => {
    const [, exercise = "", variant = ""] = /^(.*)-(\d+)-[0-9a-z]+$/.exec(word) ?? [];
    return { word, solved: { exercise, variant: Number(variant) } };
  });
  const isRight = ({ word, solved }: (typeof read)[number]) => codeOf(solved) === word;
  return {
    solved: read.filter(isRight).map(({ solved }) => solved),
    wrong: read.filter((one) => !isRight(one)).map(({ word }) => word),
  };
}
