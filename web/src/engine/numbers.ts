/** Numbers of epochs, of choices of frames and of slots: none is used twice. */
let last = 0;

export function nextId(): number {
  last += 1;
  return last;
}
