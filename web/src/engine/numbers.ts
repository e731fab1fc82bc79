/** Numbers of epochs, of choices of frames and of slots: none is used twice. */
let last = 0;

export function nextNumber(): number {
  last += 1;
  return last;
}
