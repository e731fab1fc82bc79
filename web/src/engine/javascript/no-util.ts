/** Replaces Node's util, which the npm package hpack imports and does not use. */
export {};
