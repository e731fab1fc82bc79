/** Stands in for Node's util, which the npm package hpack asks for without using anything of it. */
export {};
