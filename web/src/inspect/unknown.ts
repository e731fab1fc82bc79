/** What is said of a name or value that the bytes at hand do not tell. */
export const UNKNOWN_TEXT = {
  unknown: "unknown: from before these bytes",
  impossible: "impossible: no table could hold this index",
};

export const UNKNOWN_WHY = {
  unknown: "The index refers to an entry that was put into the table before the first octet at hand.",
  impossible: "The index is beyond any entry that a table of this maximum size could hold.",
};
