/** What the chapter on strings says of the code; the tests hold it against the decoder's own. */
export const CODE_FACTS = {
  shortest: "0, 1, 2, a, c, e, i, o, s and t",
  shortestBits: 5,
  capitalBits: [6, 8],
  longestBits: 30,
} as const;
