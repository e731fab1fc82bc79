/** Facts about the Huffman code in the chapter on strings; a test compares them with the decoder's. */
export const CODE_FACTS = {
  shortest: "0, 1, 2, a, c, e, i, o, s and t",
  shortestBits: 5,
  capitalBits: [6, 8],
  longestBits: 30,
} as const;
