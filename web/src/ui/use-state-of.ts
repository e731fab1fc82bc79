import { useState } from "react";

/** State that begins again for another `of`, such as what is typed for another input. */
export function useStateOf<Value>(of: unknown, first: Value): [Value, (value: Value) => void] {
  const [held, setHeld] = useState({ of, value: first });
  return [held.of === of ? held.value : first, (value) => setHeld({ of, value })];
}
