/** Limits of the lists that come with a step. */

/** Entries of the table. */
export const TABLE_WINDOW = 128;
/** Uses of the entry that it inserted. */
export const USES_SHOWN = 12;

/** Entries of the table after each step, where a block's steps come together. */
export const ENTRIES_OF_STEP = 8;
